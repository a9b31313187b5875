import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startTestServer } from './harness.ts';
import type { TestGateway } from './test-gateway.ts';

/** No proxy is trusted, so that the limits per address apply on the loopback network. */
const environment = { GATEWARDEN_TRUSTED_PROXIES: '192.0.2.1' };
const slowRequest = 'POST /api/v1/auth HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n';

/** Opens connections from `localAddress` that send the text and nothing else. */
function flood(port: number, count: number, text: string, localAddress = '127.0.0.2') {
  const open = new Set<Socket>();
  let connected = 0;
  for (let nth = 0; nth < count; nth += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      connected += 1;
      socket.write(text);
    });
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  }
  return {
    /** The connections that the server did not close. */
    open,
    /** Number of established connections, including closed ones. */
    connected: () => connected,
    [Symbol.dispose]: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

it('limits the connections of a flood and answers users and gateways meanwhile', async () => {
  await using server = await startTestServer({ environment });
  const location = await server.given.location();
  const user = await server.given.user();
  using slow = flood(Number(new URL(server.url).port), 300, slowRequest);
  using silent = flood(server.grpcPort, 150, '');
  await expect.poll(() => [slow.connected(), silent.connected()]).toEqual([300, 150]);
  await expect.poll(() => [slow.open.size, silent.open.size <= 48]).toEqual([128, true]);
  expect((await user.send('GET', '/me')).status).toBe(200);
  // the flood uses up the connection rate for unknown clients; the gateway retries, as an agent does
  let gateway: TestGateway | undefined;
  const connectGateway = async () => {
    gateway ??= await server.connectGateway(location).catch(() => undefined);
    return gateway?.state;
  };
  await expect.poll(connectGateway, { interval: 500 }).toBeDefined();
  await gateway?.[Symbol.asyncDispose]();
});

it('answers a new client while four addresses of one network hold all connections of unknown clients', async () => {
  await using server = await startTestServer({ environment });
  const port = Number(new URL(server.url).port);
  using floods = new DisposableStack();
  const each: ReturnType<typeof flood>[] = [];
  for (const nth of [1, 2, 3, 4]) {
    const one = floods.use(flood(port, 140, slowRequest, `127.1.0.${nth}`));
    each.push(one);
    // a connection is established for the client before core accepts it: without waiting until core has closed those
    // over its limits, the four would exceed the backlog of the listening socket (511), and the kernel would drop some
    await expect.poll(() => one.connected()).toBe(140);
    await expect.poll(() => each.reduce((sum, { open }) => sum + open.size, 0)).toBe(Math.min(nth * 128, 384));
  }
  const client = connect({ port, host: '127.0.0.1', localAddress: '127.2.0.1' });
  client.write('GET /api/v1/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1.1 200 /);
});
