import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { EdgeCalls, EdgeWaitRequest, EdgeWaits } from './edge-calls.ts';
import { refusal } from './edge-calls.ts';
import { startEdgeServer } from './edge-server.ts';
import { type SocketLimits, socketLimits } from './edge-sockets.ts';

const path = '/wait';
/** Sixteen bytes in base64, as RFC 6455 §4.1 asks. */
const key = 'AAAAAAAAAAAAAAAAAAAAAA==';

/** A listener whose clients wait on `path`; `tell` answers the oldest wait. */
async function startListener(limits: Partial<SocketLimits> = {}, changes: Partial<EdgeCalls> = {}) {
  const waits: { request: EdgeWaitRequest; signal: AbortSignal; tell: (message: object | undefined) => void }[] = [];
  const begin: EdgeWaits['begin'] = async (request, signal) => {
    const { promise, resolve } = Promise.withResolvers<object | undefined>();
    waits.push({ request, signal, tell: resolve });
    return { message: promise };
  };
  const calls: EdgeCalls = {
    ...{ paths: ['/call'], refuse: () => undefined },
    answer: async () => ({ status: 200, body: {} }),
    waits: { paths: [path], begin },
    ...changes,
  };
  const edge = await startEdgeServer({
    ...{ port: 0, host: '127.0.0.1', trustedProxies: ['127.0.0.1'], version: '1', isHttps: () => false, calls },
    ...{ files: new URL('file:///nonexistent/'), sockets: { ...socketLimits, ...limits } },
    log: { error: () => undefined },
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await edge.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  /** A client, and what ended its socket: the code, or the status of the refusal. */
  function open({ address = '192.0.2.1', query = '', autoPong = true } = {}) {
    const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/api/v1${path}${query}`, {
      ...{ headers: { 'x-forwarded-for': address }, autoPong },
    });
    const messages: string[] = [];
    socket.on('message', (data) => void messages.push(String(data)));
    socket.on('error', () => undefined);
    const opened = new Promise<void>((resolve) => void socket.on('open', resolve));
    const ended = new Promise<number>((resolve) => {
      socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
      socket.on('close', resolve);
    });
    onTestFinished(() => socket.terminate());
    return { socket, messages, opened, ended };
  }
  return { port: edge.port, stop, waits, open };
}

it('sends the message that a client waits for, and ends the socket', async () => {
  const { open, waits } = await startListener();
  const client = open({ address: '192.0.2.7', query: '?token=abc' });
  await client.opened;
  expect(waits[0]?.request).toMatchObject({ path, query: { token: 'abc' }, ip: '192.0.2.7' });
  waits[0]?.tell({ type: 'done' });
  expect(await client.ended).toBe(1000);
  expect(client.messages).toEqual(['{"type":"done"}']);
});

it('ends the socket if no message will come', async () => {
  const { open, waits } = await startListener();
  const client = open();
  await client.opened;
  waits[0]?.tell(undefined);
  expect(await client.ended).toBe(1001);
  expect(client.messages).toEqual([]);
});

it('answers a refused client with the status, and ends the connection', async () => {
  const { open } = await startListener(
    {},
    {
      waits: { paths: [path], begin: async () => refusal(401, 'unauthorized', 'connect_refused') },
    },
  );
  expect(await open().ended).toBe(401);
  const { open: openLimited } = await startListener({}, { refuse: () => refusal(429, 'too many', 'rate_limited') });
  expect(await openLimited().ended).toBe(429);
});

it('does not count a refused client that leaves the connection open', async () => {
  const { port, open } = await startListener(
    { max: 1 },
    { waits: { paths: [path], begin: async () => refusal(401, 'unauthorized', 'connect_refused') } },
  );
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const handshake = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Host: localhost'];
  socket.write(`GET /api/v1${path} HTTP/1.1\r\n${handshake.join('\r\n')}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
  socket.resume();
  await once(socket, 'end');
  await expect.poll(() => open().ended).toBe(401);
});

it('ends the wait of a client that is gone', async () => {
  const { open, waits } = await startListener();
  const client = open();
  await client.opened;
  const aborted = once(waits[0]?.signal as AbortSignal, 'abort');
  client.socket.terminate();
  expect(await aborted).toHaveLength(1);
});

it('limits the sockets of an address and of all, until they are closed', async () => {
  const { open, waits } = await startListener({ max: 3, maxPerAddress: 2 });
  const first = open();
  const second = open();
  await Promise.all([first.opened, second.opened]);
  expect(await open().ended).toBe(429);
  const other = open({ address: '192.0.2.2' });
  await other.opened;
  expect(await open({ address: '192.0.2.3' }).ended).toBe(503);
  const aborted = once(waits[0]?.signal as AbortSignal, 'abort');
  first.socket.close();
  await aborted;
  const next = open({ address: '192.0.2.3' });
  await next.opened;
});

it('ends the socket of a client that does not answer pings, and not that of one that does', async () => {
  const { open } = await startListener({ pingMilliseconds: 50 });
  const mute = open({ autoPong: false });
  const alive = open({ address: '192.0.2.2' });
  await Promise.all([mute.opened, alive.opened]);
  expect(await mute.ended).toBe(1006);
  const [data] = await once(alive.socket, 'ping');
  expect(String(data)).toBe('');
  expect(alive.socket.readyState).toBe(WebSocket.OPEN);
});

it('answers pings, and ends the socket of a client that sends many', async () => {
  const { open } = await startListener();
  const client = open();
  await client.opened;
  client.socket.ping('here');
  const [data] = await once(client.socket, 'pong');
  expect(String(data)).toBe('here');
  for (let nth = 0; nth < 20; nth += 1) client.socket.ping();
  expect(await client.ended).toBe(1006);
});

it.each([
  ['any message', 'hello', 1008],
  ['a long one', 'x'.repeat(126), 1009],
])('ends the socket of a client that sends %s', async (_, message, code) => {
  const { open } = await startListener();
  const client = open();
  await client.opened;
  client.socket.send(message);
  expect(await client.ended).toBe(code);
});

it('ends sockets when the listener stops, also those of clients that do not confirm it', async () => {
  const { open, stop, waits, port } = await startListener();
  const client = open();
  await client.opened;
  const mute = connect(port, '127.0.0.1');
  mute.on('error', () => undefined);
  mute.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`);
  mute.write(`Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`);
  const [answer] = await once(mute, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 101 /);
  const aborted = Promise.all(waits.map(({ signal }) => once(signal, 'abort')));
  await stop();
  expect(await client.ended).toBe(1001);
  expect(await aborted).toHaveLength(2);
});

it('answers other requests to upgrade as if they did not ask', async () => {
  const { port } = await startListener();
  const url = `http://127.0.0.1:${port}/api/v1`;
  // as Java does (RFC 7540 §3.2)
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /api/v1/call HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n');
  socket.write('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
  const plain = await fetch(`${url}${path}`);
  expect(plain.status).toBe(426);
  expect(plain.headers.get('upgrade')).toBe('websocket');
});

it('refuses a handshake that is none', async () => {
  const { port, waits } = await startListener();
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
  await once(socket.resume(), 'close');
  expect(waits.every(({ signal }) => signal.aborted)).toBe(true);
});

it('a new connection replaces the oldest idle one of its address, but none whose client waits', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port } = await startListener();
  const from = { port, host: '127.0.0.1', localAddress: '127.0.0.5' };
  const waiting = new WebSocket(`ws://127.0.0.1:${port}/api/v1${path}`, { localAddress: from.localAddress });
  onTestFinished(() => waiting.terminate());
  await once(waiting, 'open');
  const idle = Array.from({ length: 128 }, () => connect(from));
  const closed: number[] = [];
  for (const [nth, socket] of idle.entries()) {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => closed.push(nth));
    if (socket.connecting) await once(socket, 'connect');
  }
  const ask = async () => {
    const request = get({ ...from, path: '/api/v1/health', agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.resume().statusCode;
  };
  await expect(ask()).rejects.toThrow();
  vi.advanceTimersByTime(2_001);
  expect(await ask()).toBe(200);
  await expect.poll(() => closed).toEqual([0]);
  expect(waiting.readyState).toBe(WebSocket.OPEN);
});
