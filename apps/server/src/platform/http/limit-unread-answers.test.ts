import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createBareServer, listenForSockets } from '../../../test/raw-http-server.ts';
import type { Actor } from '../actor.ts';
import type { HttpOptions } from './http-server.ts';

const actor: Actor = { userId: 1, username: 'una', isAdmin: false, sessionId: 1, isReauthenticated: false };
const token = { id: 1, name: 'Script', scopes: [] };
const actors: Readonly<Record<string, Actor>> = {
  session: actor,
  another: { ...actor, sessionId: 2 },
  token: { ...actor, sessionId: undefined, token },
};

function* parts() {
  for (let nth = 0; nth < 1_000; nth += 1) yield Buffer.alloc(65_536);
}

/** More than the kernel buffers for a reader that does not read. */
const large = Buffer.alloc(64 * 1024 * 1024);

async function startServer(answerLimits: HttpOptions['answerLimits'] = {}) {
  const app = await createBareServer({ answerLimits });
  const seen: string[] = [];
  const answered = Promise.withResolvers<void>();
  app.addHook('onRequest', async (request) => {
    const known = actors[String(request.headers['x-as'])];
    if (known)
      request.authenticated = { actor: known, state: 'complete', isVpnEnabled: true, exists: async () => true };
  });
  app.get('/held/:nth', async (request) => {
    seen.push(request.url);
    await answered.promise;
    return 'answer';
  });
  app.get('/large', async () => large);
  app.post('/large', async () => large);
  app.get('/small', async () => 'small');
  app.get('/file', async () => Readable.from(parts()));
  return { ...(await listenForSockets(app)), app, seen, answer: answered.resolve };
}

type Server = Awaited<ReturnType<typeof startServer>>;

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

/** Resolves with the next request. */
async function untilAnswerClosed({ app }: Server): Promise<void> {
  const [, response] = await once(app.server, 'request');
  await once(response, 'close');
}

/** Reads only the beginning of the answer. */
async function statusOf(server: Server, as: string, path = '/large', method = 'GET'): Promise<number> {
  const socket = await server.open();
  socket.write(get(path, `x-as: ${as}\r\ncontent-length: 0\r\n`).replace('GET', method));
  await once(socket, 'readable');
  return Number(/^HTTP\/1.1 (\d+)/.exec(String(socket.read(12)))?.[1]);
}

it('closes a connection that pipelines too many requests before their handlers run', async () => {
  await using server = await startServer();
  const socket = await server.open();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  socket.write(Array.from({ length: 1_000 }, (_, nth) => get(`/held/${nth}`)).join(''));
  await closed;
  expect(server.seen).toEqual(['/held/0', '/held/1', '/held/2', '/held/3']);
});

it('answers four pipelined requests and any number of sequential ones', async () => {
  await using server = await startServer();
  const socket = await server.open();
  socket.setEncoding('utf8');
  socket.write([0, 1, 2, 3].map((nth) => get(`/held/${nth}`)).join(''));
  server.answer();
  let text = '';
  let sent = 4;
  for await (const chunk of socket) {
    text += chunk;
    const answers = text.split('HTTP/1.1 200 OK').length - 1;
    if (answers === sent && text.endsWith('answer')) {
      if (sent === 40) break;
      socket.write(get(`/held/${sent++}`));
    }
  }
  expect(server.seen).toHaveLength(40);
});

it('does not limit files, which an office behind one address loads at once', async () => {
  await using server = await startServer({ maxUnread: 2 });
  const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(server, 'no one', '/file')));
  expect(statuses).toEqual(Array(10).fill(200));
});

it('limits large unread answers of one reader without affecting others', async () => {
  await using server = await startServer({ maxUnread: 2 });
  const first = await server.open();
  const closed = untilAnswerClosed(server);
  first.write(get('/large', 'x-as: token\r\n'));
  await once(first, 'readable');
  expect(await statusOf(server, 'token')).toBe(200);
  expect(await statusOf(server, 'token')).toBe(429);
  expect(await statusOf(server, 'token', '/small')).toBe(200);
  // a changing call is never refused after the change
  expect(await statusOf(server, 'token', '/large', 'POST')).toBe(200);
  for (const as of ['session', 'another', 'stranger']) expect(await statusOf(server, as)).toBe(200);
  first.destroy();
  await closed;
  expect(await statusOf(server, 'token')).toBe(200);
});

it('stops counting a large answer that waited behind another one on a closed connection', async () => {
  await using server = await startServer({ maxUnread: 2 });
  const socket = await server.open();
  const closed = untilAnswerClosed(server);
  socket.write(get('/large', 'x-as: token\r\n').repeat(2));
  await once(socket, 'readable');
  expect(await statusOf(server, 'token')).toBe(429);
  socket.destroy();
  await closed;
  expect(await statusOf(server, 'token')).toBe(200);
  expect(await statusOf(server, 'token')).toBe(200);
});
