import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createBareServer, listenForSockets } from '../../../test/raw-http-server.ts';
import type { Actor } from '../actor.ts';
import type { HttpOptions } from './http-server.ts';

const actor: Actor = { userId: 1, username: 'una', isAdmin: false, sessionId: 1, isReauthenticated: false };

async function startServer(options: Partial<HttpOptions>) {
  const app = await createBareServer(options);
  const seen = new EventEmitter();
  const onRequest = async (request: FastifyRequest) => {
    request.authenticated = { actor, state: 'complete', isVpnEnabled: true, exists: async () => true };
    seen.emit('admitted');
  };
  app.post('/echo', async () => 'read');
  app.post('/signed-in', { onRequest, handler: async () => 'read' });
  app.get('/held', {
    onRequest,
    handler: async ({ raw: { socket } }) => {
      seen.emit('in handler');
      await once(socket, 'close');
      return 'read';
    },
  });
  return { ...(await listenForSockets(app)), seen };
}

/** Resolves also if the server resets the connection. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Everything that the server sends until it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await closeOf(socket);
  return Buffer.concat(chunks).toString();
}

const timeouts = { headersMilliseconds: 60, requestMilliseconds: 120, checkMilliseconds: 20 };
const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

it.each([
  ['connects and sends nothing', ''],
  ['stops in the middle of the head', 'POST /echo HTTP/1.1\r\nhost:'],
  ['stops in the middle of the body', `${head}content-length: 9\r\n\r\n{`],
  ['stops in the middle of a chunk', `${head}transfer-encoding: chunked\r\n\r\n9\r\n{`],
])('closes the connection of a client that %s', async (_, sent) => {
  await using server = await startServer({ timeouts });
  const socket = await server.open();
  const answer = answerOf(socket);
  if (sent) socket.write(sent);
  expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  expect(failureIn(await answer)).toEqual({ msg: expect.any(String), code: 'request_timeout' });
});

it.each([
  ['is not HTTP', 'nothing\r\n\r\n', 400, 'malformed_request'],
  ['has a bad length', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n', 400, 'malformed_request'],
  ['has no host', 'GET /echo HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed_request'],
  ['has a large head', `GET /echo HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
])('rejects a request that %s with a regular error body', async (_, sent, status, code) => {
  await using server = await startServer({});
  const socket = await server.open();
  const answer = answerOf(socket);
  socket.write(sent);
  expect(await answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(await answer).toMatch(/x-content-type-options: nosniff/i);
  expect(failureIn(await answer)).toEqual({ msg: expect.any(String), code });
});

function failureIn(answer: string): unknown {
  return JSON.parse(answer.split('\r\n\r\n', 2)[1] ?? '');
}

it.each(['/echo', '/signed-in'])('closes the connection of a slow body that never pauses: %s', async (path) => {
  await using server = await startServer({ timeouts });
  const socket = await server.open();
  const ended = closeOf(socket);
  socket.write(`${head.replace('/echo', path)}content-length: 9000\r\n\r\n`);
  const drip = setInterval(() => socket.writable && socket.write('1'), 10);
  await ended;
  clearInterval(drip);
  expect(socket.bytesWritten).toBeLessThan(9_000);
});

it('closes connections over the unauthenticated limit of an address', async () => {
  await using server = await startServer({ connectionLimits: { maxUnauthenticatedPerNetwork: 3 } });
  const sockets = [await server.open(), await server.open(), await server.open()];
  const refused = await server.open();
  await closeOf(refused);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

it('applies only the total limits to a trusted proxy', async () => {
  await using server = await startServer({
    trustedProxies: ['loopback'],
    connectionLimits: { maxUnauthenticatedPerNetwork: 1, maxUnauthenticated: 3 },
  });
  const sockets = [await server.open(), await server.open(), await server.open()];
  const refused = await server.open();
  await closeOf(refused);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

const few = {
  max: 6,
  maxPerUser: 2,
  maxUnauthenticated: 3,
  maxUnauthenticatedPerNetwork: 2,
  reservedForKnown: 0,
  graceMilliseconds: 0,
};

it.each([
  ['unfinished bodies', 'admitted', `${head.replace('/echo', '/signed-in')}content-length: 9\r\n\r\n{`, 2],
  ['requests that are being answered', 'in handler', 'GET /held HTTP/1.1\r\nhost: x\r\n\r\n', 4],
])('admits other users while one user exceeds the limit with %s', async (_, event, sent, left) => {
  await using server = await startServer({ connectionLimits: few });
  const held: Socket[] = [];
  for (let count = 0; count < 8; count += 1) {
    const socket = await server.open('127.0.0.1');
    const seen = once(server.seen, event);
    const refused = closeOf(socket);
    socket.write(sent);
    await Promise.race([seen, refused]);
    held.push(socket);
  }
  const other = await server.open('127.0.0.2');
  const answer = once(other, 'data');
  other.write(`${head}content-length: 2\r\nconnection: close\r\n\r\n{}`);
  expect(String(await Promise.race([answer, closeOf(other)]))).toMatch(/^HTTP\/1.1 200 /);
  await expect.poll(() => held.filter(({ destroyed }) => !destroyed)).toHaveLength(left);
});
