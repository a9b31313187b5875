import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createBareServer, listenForSockets } from '../../../test/raw-http-server.ts';
import type { Actor } from '../actor.ts';
import type { HttpOptions } from './http-server.ts';

const actor: Actor = { userId: 1, username: 'una', isAdmin: false, sessionId: 1, isReauthenticated: false };

async function startServer(options: Partial<HttpOptions>) {
  const app = await createBareServer(options);
  app.post('/echo', async () => 'read');
  app.post('/signed-in', {
    onRequest: async (request) => {
      request.authenticated = { actor, state: 'complete', isThere: async () => true };
    },
    handler: async () => 'read',
  });
  return listenForSockets(app);
}

/** Resolves also when the server resets the connection. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** All that the server sends until it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await closeOf(socket);
  return Buffer.concat(chunks).toString();
}

const timeouts = { headersMilliseconds: 60, requestMilliseconds: 120, checkMilliseconds: 20 };
const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

it.each([
  ['connects and says nothing', ''],
  ['stops in the middle of the head', 'POST /echo HTTP/1.1\r\nhost:'],
  ['stops in the middle of the body', `${head}content-length: 9\r\n\r\n{`],
  ['stops in the middle of a chunk', `${head}transfer-encoding: chunked\r\n\r\n9\r\n{`],
])('ends the connection of a client that %s', async (_, sent) => {
  await using server = await startServer({ timeouts });
  const socket = await server.open();
  const answer = answerOf(socket);
  if (sent) socket.write(sent);
  expect(await answer).toMatch(/^HTTP\/1.1 408 /);
});

it.each(['/echo', '/signed-in'])('ends a slow body although it never stops: %s', async (path) => {
  await using server = await startServer({ timeouts });
  const socket = await server.open();
  const ended = closeOf(socket);
  socket.write(`${head.replace('/echo', path)}content-length: 9000\r\n\r\n`);
  const drip = setInterval(() => socket.writable && socket.write('1'), 10);
  await ended;
  clearInterval(drip);
  expect(socket.bytesWritten).toBeLessThan(9_000);
});

it('hangs up on an address that opens more connections than a stranger may', async () => {
  await using server = await startServer({ connectionLimits: { maxUnauthenticatedPerNetwork: 3 } });
  const sockets = [await server.open(), await server.open(), await server.open()];
  const refused = await server.open();
  await closeOf(refused);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

it('limits a trusted proxy only in total, because it brings the requests of many clients', async () => {
  await using server = await startServer({
    trustedProxies: ['loopback'],
    connectionLimits: { maxUnauthenticatedPerNetwork: 1, maxUnauthenticated: 3 },
  });
  const sockets = [await server.open(), await server.open(), await server.open()];
  const refused = await server.open();
  await closeOf(refused);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});
