import { once } from 'node:events';
import { endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createBareServer, listenForSockets } from '../../../test/raw-http-server.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { JsonItems } from '../database/json-items.ts';
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
const authenticated = { actor, state: 'complete', exists: async () => true } as const;

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
  const answer = await fetch(server.url);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

it('answers a failure with its status at the start, and breaks off later', async () => {
  let failsAt = 1;
  await using server = await startServer(async function* () {
    for (let id = 0; id < failsAt; id += 1) yield [item(id)];
    throw new DomainError('database_busy', { retry_after_seconds: 2 });
  });
  expect((await fetch(server.url)).status).toBe(503);
  failsAt = 10;
  await expect((await fetch(server.url)).text()).rejects.toThrow('terminated');
});

it('limits unread lists of one reader', async () => {
  await using server = await startServer(
    async function* () {
      for (let id = 0; id < 1_000; id += 1) yield largeItem(id);
    },
    { answerLimits: { maxUnread: 1 } },
  );
  const socket = await server.open();
  socket.write('GET /api/v1/items HTTP/1.1\r\nhost: x\r\nuser-agent: test\r\n\r\n');
  await once(socket, 'readable');
  expect((await fetch(server.url)).status).toBe(429);
});
