import { once } from 'node:events';
import { endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createBareServer, listenForSockets } from '../../../test/raw-http-server.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { JsonItems } from '../database/json-items.ts';
import { createLog } from '../log/log.ts';
import type { Guards } from './guard.ts';
import type { HttpOptions } from './http-server.ts';
import type { ListPart } from './list-answer.ts';
import { createRouter } from './router.ts';
import { createWriteLimit } from './write-limit.ts';

const Item = z.object({ id: z.int(), name: z.string() });
type Item = z.infer<typeof Item>;
const list = endpoint({
  method: 'GET',
  path: '/items',
  access: 'admin',
  area: 'devices',
  summary: 'List items',
  response: z.array(Item),
});

const actor = { userId: 1, username: 'rosa', isAdmin: true, sessionId: 1, isReauthenticated: false };
const authenticated = { actor, state: 'complete', isVpnEnabled: true, exists: async () => true } as const;

/** A server with one list; `authenticate` is called once per check of the caller. */
async function startServer(
  parts: () => AsyncGenerator<ListPart<Item>, void, void>,
  { authenticate = async () => authenticated, ...options }: Partial<HttpOptions & Pick<Guards, 'authenticate'>> = {},
) {
  const app = await createBareServer(options);
  const router = createRouter(app, {
    authenticate,
    isAdministrator: async () => true,
    isEnterprise: async () => true,
    isOwnOrigin: () => true,
    writeLimit: createWriteLimit({ clock: createTestClock(), perSecond: 0 }),
  });
  router.addList(list, parts);
  const sockets = await listenForSockets(app);
  const url = `${app.listeningOrigin}/api/v1/items`;
  return { ...sockets, app, url };
}

const gzip = { headers: { 'accept-encoding': 'gzip' } };
const identity = { headers: { 'accept-encoding': 'identity' } };
const item = (id: number) => ({ id, name: `"${id}"` });
const asJson = (...items: Item[]): JsonItems<Item> => ({ json: items.map((each) => JSON.stringify(each)).join() });
const largeItem = (id: number) => asJson({ id, name: 'x'.repeat(1024 * 1024) });

it.each([
  [[], []],
  [[[]], []],
  [[[item(1), item(2)]], [1, 2]],
  [
    [[item(1)], [item(2), item(3)], []],
    [1, 2, 3],
  ],
  [
    [asJson(), asJson(item(1), item(2)), [item(3)], asJson(item(4))],
    [1, 2, 3, 4],
  ],
] as [ListPart<Item>[], number[]][])('answers with the items of all parts: %j', async (parts, ids) => {
  await using server = await startServer(async function* () {
    yield* parts;
  });
  const answer = await fetch(server.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(await answer.json()).toEqual(ids.map(item));
});

it('sends long parts with any characters unchanged', async () => {
  const items = Array.from({ length: 4_000 }, (_, id) => ({ id, name: `é${'😀'.repeat(id % 50)}` }));
  await using server = await startServer(async function* () {
    yield asJson(...items);
    yield items;
  });
  expect(await (await fetch(server.url)).json()).toEqual([...items, ...items]);
});

it('removes properties that the contract does not have', async () => {
  await using server = await startServer(async function* () {
    yield [{ ...item(1), secret: 'x' } as Item];
  });
  expect(await (await fetch(server.url)).json()).toEqual([item(1)]);
});

it('answers HEAD without reading the whole list', async () => {
  let read = 0;
  await using server = await startServer(async function* () {
    for (; ; read += 1) yield [item(read)];
  });
  const answer = await fetch(server.url, { method: 'HEAD' });
  expect([answer.status, await answer.text(), read < 3]).toEqual([200, '', true]);
});

it('stops reading when the caller disconnects', async () => {
  const stopped = Promise.withResolvers<number>();
  await using server = await startServer(async function* () {
    let read = 0;
    try {
      for (; read < 1_000; read += 1) yield largeItem(read);
    } finally {
      stopped.resolve(read);
    }
  });
  const socket = await server.open();
  socket.write('GET /api/v1/items HTTP/1.1\r\nhost: x\r\nuser-agent: test\r\n\r\n');
  await once(socket, 'readable');
  socket.destroy();
  // what the kernel and core buffer for a reader that does not read
  expect(await stopped.promise).toBeLessThan(100);
});

it.each(['signed out', 'without administrator rights'])('breaks off when the caller is %s', async (how) => {
  let checks = 0;
  const later = how === 'signed out' ? undefined : { ...authenticated, actor: { ...actor, isAdmin: false } };
  await using server = await startServer(
    async function* () {
      for (let id = 0; id < 1_000; id += 1) yield [item(id)];
    },
    { authenticate: async () => (checks++ < 5 ? authenticated : later) },
  );
  // compression delays the first part, so that later checks could precede it
  const answer = await fetch(server.url, identity);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

it('answers a failure with its status at the start, and breaks off and logs it later', async () => {
  let failsAt = 1;
  const lines: string[] = [];
  const log = createLog('error', { write: (line: string) => void lines.push(line) });
  await using server = await startServer(
    async function* () {
      for (let id = 0; id < failsAt; id += 1) yield [item(id)];
      throw new DomainError('database_busy', { retry_after_seconds: 2 });
    },
    { log },
  );
  expect((await fetch(server.url)).status).toBe(503);
  expect(lines).toEqual([]);
  failsAt = 10;
  await expect((await fetch(`${server.url}?secret=1`, identity)).text()).rejects.toThrow('terminated');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a list broke off', req: { method: 'GET', path: '/api/v1/items' }, err: { code: 'database_busy' } },
  ]);
});

it('limits unread lists of one reader', async () => {
  await using server = await startServer(
    async function* () {
      for (let id = 0; id < 1_000; id += 1) yield largeItem(id);
    },
    { answerLimits: { maxUnread: 8 } },
  );
  // each counts as four
  for (let opened = 0; opened < 2; opened += 1) {
    const socket = await server.open();
    socket.write('GET /api/v1/items HTTP/1.1\r\nhost: x\r\nuser-agent: test\r\n\r\n');
    await once(socket, 'readable');
  }
  expect((await fetch(server.url)).status).toBe(429);
});

it('refuses a list beyond the limit without compressing the refusal, and compresses later ones', async () => {
  await using server = await startServer(
    async function* () {
      for (let id = 0; id < 30; id += 1) yield largeItem(id);
    },
    { answerLimits: { maxUnread: 1 } },
  );
  const socket = await server.open();
  socket.write('GET /api/v1/items HTTP/1.1\r\nhost: x\r\nuser-agent: test\r\n\r\n');
  await once(socket, 'readable');
  for (let time = 0; time < 3; time += 1) {
    const refused = await fetch(server.url, gzip);
    expect([refused.status, encodingOf(refused)]).toEqual([429, null]);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  }
  socket.destroy();
  await expect
    .poll(async () => {
      const answer = await fetch(server.url, gzip);
      await answer.arrayBuffer();
      return [answer.status, encodingOf(answer)];
    })
    .toEqual([200, 'gzip']);
});

const encodingOf = (answer: Response) => answer.headers.get('content-encoding');

it.each([
  ['gzip, deflate, br', 'gzip'],
  ['deflate, gzip;q=0.5', 'gzip'],
  ['identity', null],
  ['br', null],
  ['gzip;q=0', null],
  ['', null],
])('compresses a long list for a caller that accepts %j with %j', async (accepted, encoding) => {
  await using server = await startServer(async function* () {
    for (let id = 0; id < 3; id += 1) yield largeItem(id);
  });
  const answer = await fetch(server.url, { headers: { 'accept-encoding': accepted } });
  expect([encodingOf(answer), answer.headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
  expect(((await answer.json()) as Item[]).map(({ id }) => id)).toEqual([0, 1, 2]);
});

it('does not compress a list of one part', async () => {
  await using server = await startServer(async function* () {
    yield largeItem(1);
  });
  const answer = await fetch(server.url, gzip);
  expect(encodingOf(answer)).toBeNull();
  await answer.text();
});

it('compresses two lists at the same time, and sends more as they are', async () => {
  const finish = Promise.withResolvers<void>();
  await using server = await startServer(async function* () {
    for (let id = 0; id < 3; id += 1) yield largeItem(id);
    await finish.promise;
  });
  const lists = await Promise.all([1, 2, 3].map(() => fetch(server.url, gzip)));
  expect(lists.map(encodingOf).toSorted()).toEqual(['gzip', 'gzip', null]);
  finish.resolve();
  await Promise.all(lists.map((answer) => answer.text()));
  const later = await fetch(server.url, gzip);
  expect(encodingOf(later)).toBe('gzip');
  await later.text();
});

it('compresses again after a list that failed', async () => {
  await using server = await startServer(async function* () {
    for (let id = 0; id < 3; id += 1) yield largeItem(id);
    throw new DomainError('database_busy', { retry_after_seconds: 2 });
  });
  for (let time = 0; time < 3; time += 1) {
    const answer = await fetch(server.url, gzip);
    expect(encodingOf(answer)).toBe('gzip');
    await expect(answer.text()).rejects.toThrow('terminated');
  }
});

it('compresses again after a list that was not read to its end', async () => {
  let stopped = Promise.withResolvers<void>();
  await using server = await startServer(async function* () {
    try {
      for (let id = 0; ; id += 1) yield largeItem(id);
    } finally {
      stopped.resolve();
    }
  });
  for (let time = 0; time < 3; time += 1) {
    stopped = Promise.withResolvers<void>();
    const gone = new AbortController();
    const answer = await fetch(server.url, { ...gzip, signal: gone.signal });
    expect(encodingOf(answer)).toBe('gzip');
    gone.abort();
    await expect(answer.text()).rejects.toThrow();
    await stopped.promise;
  }
});
