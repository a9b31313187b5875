import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type ConnectionLimits, createConnectionLimit } from './connection-limit.ts';

const wide = {
  max: 99,
  maxPerNetwork: 99,
  maxUnauthenticated: 99,
  maxUnauthenticatedPerNetwork: 99,
  reservedForKnown: 0,
};

/** Starts a server with these limits and clients that connect from loopback addresses. */
async function startServer(limits: Partial<ConnectionLimits>) {
  let now = 0;
  const limit = createConnectionLimit({ ...wide, graceMilliseconds: 1_000, ...limits }, () => now);
  let closed = 0;
  const server = createServer((socket) => {
    limit.add(socket);
    socket.once('close', () => {
      closed += 1;
    });
    if (!socket.destroyed) socket.write('in');
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];

  /** Resolves with the client socket, or undefined if the server closed the connection. */
  async function open(localAddress = '127.0.0.1', options = {}): Promise<Socket | undefined> {
    const client = connect({ port, host: '127.0.0.1', localAddress, ...options });
    client.on('error', () => undefined);
    clients.push(client);
    const isIn = await Promise.race([once(client, 'data').then(() => true), once(client, 'close').then(() => false)]);
    return isIn ? client : undefined;
  }
  return {
    limit,
    open,
    /** Resolves when the server has noticed this number of closed connections. */
    closed: (count: number) => expect.poll(() => closed).toBe(count),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) client.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The peer of a client as the server sees it. */
const peerOf = (client: Socket | undefined) => ({
  localAddress: client?.remoteAddress,
  localPort: client?.remotePort,
  remoteAddress: client?.localAddress,
  remotePort: client?.localPort,
});

it('refuses an unauthenticated connection over the limit of its address during the grace period', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 2 });
  const first = await server.open();
  expect(await server.open()).toBeDefined();
  expect(await server.open()).toBeUndefined();
  expect(await server.open('127.0.0.2')).toBeDefined();
  expect(first?.destroyed).toBe(false);
});

it('distinguishes connections from one client port to two server addresses', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 2 });
  const first = await server.open();
  const second = await server.open('127.0.0.1', { host: '127.0.0.2', localPort: first?.localPort });
  expect(second?.localPort).toBe(first?.localPort);
  expect(await server.open()).toBeUndefined();
  first?.destroy();
  second?.destroy();
  await server.closed(3);
  expect([await server.open(), await server.open(), await server.open()].map(Boolean)).toEqual([true, true, false]);
});

it('closes the oldest unauthenticated connection of an address for a new one after the grace period', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 2 });
  const [first, second] = [await server.open(), await server.open()];
  server.advance(1_000);
  const closed = first && once(first, 'close');
  expect(await server.open()).toBeDefined();
  await closed;
  expect(second?.destroyed).toBe(false);
});

it('does not count authenticated connections as unauthenticated', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 1 });
  for (let count = 0; count < 5; count += 1) {
    const client = await server.open();
    server.limit.markAuthenticated(peerOf(client));
    server.advance(2_000);
    expect(client?.destroyed).toBe(false);
  }
  const unauthenticated = await server.open();
  expect(await server.open()).toBeUndefined();
  expect(unauthenticated?.destroyed).toBe(false);
});

it('counts connections over the limit of a user as unauthenticated and admits another user', async () => {
  await using server = await startServer({ max: 6, maxPerUser: 2, maxUnauthenticatedPerNetwork: 1 });
  const clients: (Socket | undefined)[] = [];
  for (let count = 0; count < 6; count += 1) {
    const client = await server.open();
    server.limit.markAuthenticated(peerOf(client), 'una');
    clients.push(client);
    server.advance(2_000);
  }
  await expect.poll(() => clients.map((client) => client?.destroyed)).toEqual([false, false, true, true, true, false]);
  const other = await server.open('127.0.0.2');
  server.limit.markAuthenticated(peerOf(other), 'otto');
  expect(await server.open('127.0.0.2')).toBeDefined();
  expect(other?.destroyed).toBe(false);
});

it('frees a slot of the user when a connection closes, becomes idle or is used by another user', async () => {
  await using server = await startServer({ maxPerUser: 1, maxUnauthenticatedPerNetwork: 1, graceMilliseconds: 0 });
  const [first, proxied] = [await server.open('127.0.0.2'), await server.open('127.0.0.3')];
  server.limit.markAuthenticated(peerOf(first), 'una');
  first?.destroy();
  await server.closed(1);
  server.limit.markAuthenticated(peerOf(proxied), 'una');
  server.limit.markAuthenticated(peerOf(proxied), 'una');
  server.limit.markAuthenticated(peerOf(proxied), 'otto');
  const second = await server.open('127.0.0.4');
  server.limit.markAuthenticated(peerOf(second), 'una');
  server.limit.markUnauthenticated(peerOf(second));
  const third = await server.open('127.0.0.5');
  server.limit.markAuthenticated(peerOf(third), 'una');
  // exempt connections are not closed for these
  for (const address of ['127.0.0.3', '127.0.0.5']) expect(await server.open(address)).toBeDefined();
  expect([proxied, third].map((client) => client?.destroyed)).toEqual([false, false]);
});

it('counts a connection that is marked as unauthenticated as the newest one', async () => {
  await using server = await startServer({ maxUnauthenticated: 2 });
  const former = await server.open();
  server.limit.markAuthenticated(peerOf(former));
  const other = await server.open();
  server.advance(900);
  server.limit.markUnauthenticated(peerOf(former));
  expect(await server.open()).toBeUndefined();
  server.advance(200);
  const closed = other && once(other, 'close');
  expect(await server.open()).toBeDefined();
  await closed;
  expect(former?.destroyed).toBe(false);
});

it('limits authenticated connections per address and in total', async () => {
  await using server = await startServer({ max: 3, maxPerNetwork: 2 });
  for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.2']) {
    server.limit.markAuthenticated(peerOf(await server.open(address)));
  }
  server.advance(5_000);
  expect(await server.open('127.0.0.1')).toBeUndefined();
  expect(await server.open('127.0.0.3')).toBeUndefined();
});

it('applies only the total limits to an address that many clients share', async () => {
  await using server = await startServer({
    maxPerNetwork: 1,
    maxUnauthenticatedPerNetwork: 1,
    maxUnauthenticated: 3,
    isShared: (address) => address === '127.0.0.1',
  });
  for (let count = 0; count < 3; count += 1) expect(await server.open()).toBeDefined();
  expect(await server.open()).toBeUndefined();
});

it('admits a new connection when one closes', async () => {
  await using server = await startServer({ maxPerNetwork: 1 });
  const first = await server.open();
  expect(await server.open()).toBeUndefined();
  first?.destroy();
  await expect.poll(async () => (await server.open()) !== undefined).toBe(true);
});

it('closes connections of the largest network without a grace period when few networks fill the total', async () => {
  await using server = await startServer({ maxUnauthenticated: 8, maxUnauthenticatedPerNetwork: 2 });
  const addresses = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4'];
  const flood: (Socket | undefined)[] = [];
  for (const address of addresses) flood.push(await server.open(address), await server.open(address));
  const others = [];
  for (let nth = 1; nth <= 4; nth += 1) others.push(await server.open(`127.0.${nth + 1}.1`));
  expect(others.map((client) => client?.destroyed)).toEqual([false, false, false, false]);
  // the flood has as many connections left as the others together and cannot replace theirs by reconnecting
  await expect.poll(() => flood.filter((client) => client?.destroyed)).toHaveLength(4);
  for (const address of addresses) expect(await server.open(address)).toBeUndefined();
  expect(others.map((client) => client?.destroyed)).toEqual([false, false, false, false]);
});

it('reserves connections for known networks even if all other networks have one connection each', async () => {
  await using server = await startServer({ maxUnauthenticated: 4, reservedForKnown: 1 });
  const known = await server.open('127.1.0.1');
  server.limit.markAuthenticated(peerOf(known));
  const flood = [];
  for (let nth = 1; nth <= 5; nth += 1) flood.push(await server.open(`127.2.${nth}.1`));
  expect(flood.map((client) => client !== undefined)).toEqual([true, true, true, false, false]);
  expect(await server.open('127.1.0.1')).toBeDefined();
});

it('closes no connection for one that it then refuses', async () => {
  await using server = await startServer({
    maxUnauthenticated: 3,
    maxUnauthenticatedPerNetwork: 1,
    reservedForKnown: 1,
  });
  server.limit.markAuthenticated(peerOf(await server.open('127.1.0.1')));
  // counts as one of the connections reserved for known networks
  const idle = await server.open('127.1.0.1');
  const twoDays = 2 * 24 * 3_600_000;
  server.advance(twoDays);
  const others = [await server.open('127.2.0.1'), await server.open('127.3.0.1')];
  expect(await server.open('127.1.0.1')).toBeUndefined();
  expect([idle, ...others].map((client) => client?.destroyed)).toEqual([false, false, false]);
});

const flooded = { newConnections: { burst: 8, perSecond: 8 } };

it('lets a gateway reconnect while many unknown addresses exceed the rate of new connections', async () => {
  await using server = await startServer(flooded);
  const gateway = await server.open('127.1.0.1');
  server.limit.markAuthenticated(peerOf(gateway));
  const flood = [];
  for (let nth = 1; nth <= 40; nth += 1) flood.push(await server.open(`127.2.${nth}.1`));
  expect(flood.filter((client) => client !== undefined).length).toBeLessThan(8);
  gateway?.destroy();
  expect(await server.open('127.1.0.1')).toBeDefined();
});

it('admits an unknown address outside the wider network of a flood', async () => {
  await using server = await startServer(flooded);
  for (let nth = 1; nth <= 40; nth += 1) await server.open(`127.2.0.${nth}`);
  expect(await server.open('127.2.0.41')).toBeUndefined();
  expect(await server.open('127.3.0.1')).toBeDefined();
});

it.each([
  ['authenticated to another process', '127.0.0.7', '127.0.0.7'],
  ['is written as IPv6', '::ffff:127.0.0.7', '127.0.0.7'],
])('admits a client during a flood if its address %s', async (_, known, address) => {
  await using server = await startServer({ newConnections: { burst: 4, perSecond: 0 } });
  for (let nth = 1; nth <= 8; nth += 1) await server.open(`127.0.${nth}.1`);
  expect(await server.open(address)).toBeUndefined();
  server.limit.markKnown(known);
  expect(await server.open(address)).toBeDefined();
});

it('replaces the oldest idle connection also when exempt ones fill the limits', async () => {
  const limits = { max: 5, maxPerNetwork: 3, maxUnauthenticated: 3, maxUnauthenticatedPerNetwork: 1 };
  await using server = await startServer(limits);
  const waiting: (Socket | undefined)[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const socket = await server.open();
    server.limit.exempt(peerOf(socket));
    waiting.push(socket);
  }
  const idle = [await server.open(), await server.open('127.0.0.2'), await server.open('127.0.0.3')];
  expect(idle).not.toContain(undefined);
  server.advance(1_000);
  // its own address has three connections, and all together five
  expect(await server.open()).toBeDefined();
  await server.closed(1);
  expect(await server.open('127.0.0.4')).toBeDefined();
  await server.closed(2);
  expect(waiting.map((socket) => socket?.destroyed)).toEqual([false, false]);
});
