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

/** A server with these limits, and clients that connect from addresses of the loopback network. */
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

  /** The client's socket, or undefined where the server closed the connection. */
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
    /** Resolves when the server has noticed that so many connections are closed. */
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

/** As the server sees the client. */
const peerOf = (client: Socket | undefined) => ({
  localAddress: client?.remoteAddress,
  localPort: client?.remotePort,
  remoteAddress: client?.localAddress,
  remotePort: client?.localPort,
});

it('refuses one more stranger of an address while all are young, and lets other addresses in', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 2 });
  const first = await server.open();
  expect(await server.open()).toBeDefined();
  expect(await server.open()).toBeUndefined();
  expect(await server.open('127.0.0.2')).toBeDefined();
  expect(first?.destroyed).toBe(false);
});

it('tells connections of one client port to two addresses of the server apart', async () => {
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

it('closes the oldest stranger of an address in favour of a new one once the grace period is over', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 2 });
  const [first, second] = [await server.open(), await server.open()];
  server.advance(1_000);
  const closed = first && once(first, 'close');
  expect(await server.open()).toBeDefined();
  await closed;
  expect(second?.destroyed).toBe(false);
});

it('does not count authenticated connections among those of strangers', async () => {
  await using server = await startServer({ maxUnauthenticatedPerNetwork: 1 });
  for (let count = 0; count < 5; count += 1) {
    const client = await server.open();
    server.limit.markAuthenticated(peerOf(client));
    server.advance(2_000);
    expect(client?.destroyed).toBe(false);
  }
  const stranger = await server.open();
  expect(await server.open()).toBeUndefined();
  expect(stranger?.destroyed).toBe(false);
});

it('counts those of one user beyond the bound as strangers, and has room for another user', async () => {
  await using server = await startServer({ max: 6, maxPerUser: 2, maxUnauthenticatedPerNetwork: 1 });
  const ofOne: (Socket | undefined)[] = [];
  for (let count = 0; count < 6; count += 1) {
    const client = await server.open();
    server.limit.markAuthenticated(peerOf(client), 'una');
    ofOne.push(client);
    server.advance(2_000);
  }
  await expect.poll(() => ofOne.map((client) => client?.destroyed)).toEqual([false, false, true, true, true, false]);
  const other = await server.open('127.0.0.2');
  server.limit.markAuthenticated(peerOf(other), 'otto');
  expect(await server.open('127.0.0.2')).toBeDefined();
  expect(other?.destroyed).toBe(false);
});

it('has room for a user again when a connection closes, is idle or is used by another user', async () => {
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
  // an exempt connection is not closed in favour of these
  for (const address of ['127.0.0.3', '127.0.0.5']) expect(await server.open(address)).toBeDefined();
  expect([proxied, third].map((client) => client?.destroyed)).toEqual([false, false]);
});

it('counts a connection as a stranger again, as the newest one', async () => {
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

it('bounds authenticated connections per address and in total', async () => {
  await using server = await startServer({ max: 3, maxPerNetwork: 2 });
  for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.2']) {
    server.limit.markAuthenticated(peerOf(await server.open(address)));
  }
  server.advance(5_000);
  expect(await server.open('127.0.0.1')).toBeUndefined();
  expect(await server.open('127.0.0.3')).toBeUndefined();
});

it('applies only the totals to an address that many clients share', async () => {
  await using server = await startServer({
    maxPerNetwork: 1,
    maxUnauthenticatedPerNetwork: 1,
    maxUnauthenticated: 3,
    isShared: (address) => address === '127.0.0.1',
  });
  for (let count = 0; count < 3; count += 1) expect(await server.open()).toBeDefined();
  expect(await server.open()).toBeUndefined();
});

it('has room again when a connection closes', async () => {
  await using server = await startServer({ maxPerNetwork: 1 });
  const first = await server.open();
  expect(await server.open()).toBeUndefined();
  first?.destroy();
  await expect.poll(async () => (await server.open()) !== undefined).toBe(true);
});

it('closes connections of the network with the most, without a grace period, while strangers of few fill the total', async () => {
  await using server = await startServer({ maxUnauthenticated: 8, maxUnauthenticatedPerNetwork: 2 });
  const addresses = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4'];
  const flood: (Socket | undefined)[] = [];
  for (const address of addresses) flood.push(await server.open(address), await server.open(address));
  const others = [];
  for (let nth = 1; nth <= 4; nth += 1) others.push(await server.open(`127.0.${nth + 1}.1`));
  expect(others.map((client) => client?.destroyed)).toEqual([false, false, false, false]);
  // the flood has as many left as the others together, and takes none of theirs by coming back
  await expect.poll(() => flood.filter((client) => client?.destroyed)).toHaveLength(4);
  for (const address of addresses) expect(await server.open(address)).toBeUndefined();
  expect(others.map((client) => client?.destroyed)).toEqual([false, false, false, false]);
});

it('has a share for networks from which a client authenticated lately, even while all others have one each', async () => {
  await using server = await startServer({ maxUnauthenticated: 4, reservedForKnown: 1 });
  const familiar = await server.open('127.1.0.1');
  server.limit.markAuthenticated(peerOf(familiar));
  const flood = [];
  for (let nth = 1; nth <= 5; nth += 1) flood.push(await server.open(`127.2.${nth}.1`));
  expect(flood.map((client) => client !== undefined)).toEqual([true, true, true, false, false]);
  expect(await server.open('127.1.0.1')).toBeDefined();
});

it('closes none in favor of a connection that it refuses all the same', async () => {
  await using server = await startServer({
    maxUnauthenticated: 3,
    maxUnauthenticatedPerNetwork: 1,
    reservedForKnown: 1,
  });
  server.limit.markAuthenticated(peerOf(await server.open('127.1.0.1')));
  // its place is one of those reserved for familiar networks
  const idle = await server.open('127.1.0.1');
  const twoDays = 2 * 24 * 3_600_000;
  server.advance(twoDays);
  const others = [await server.open('127.2.0.1'), await server.open('127.3.0.1')];
  expect(await server.open('127.1.0.1')).toBeUndefined();
  expect([idle, ...others].map((client) => client?.destroyed)).toEqual([false, false, false]);
});

const flooded = { newConnections: { burst: 8, perSecond: 8 } };

it('lets a gateway reconnect while strangers from many addresses use up what is new in all', async () => {
  await using server = await startServer(flooded);
  const gateway = await server.open('127.1.0.1');
  server.limit.markAuthenticated(peerOf(gateway));
  const flood = [];
  for (let nth = 1; nth <= 40; nth += 1) flood.push(await server.open(`127.2.${nth}.1`));
  expect(flood.filter((client) => client !== undefined).length).toBeLessThan(8);
  gateway?.destroy();
  expect(await server.open('127.1.0.1')).toBeDefined();
});

it('lets a stranger in whose neighbors do not flood', async () => {
  await using server = await startServer(flooded);
  for (let nth = 1; nth <= 40; nth += 1) await server.open(`127.2.0.${nth}`);
  expect(await server.open('127.2.0.41')).toBeUndefined();
  expect(await server.open('127.3.0.1')).toBeDefined();
});

it.each([
  ['authenticated to another process', '127.0.0.7', '127.0.0.7'],
  ['is written as IPv6', '::ffff:127.0.0.7', '127.0.0.7'],
])('lets a client in during a flood of strangers whose address %s', async (_, known, address) => {
  await using server = await startServer({ newConnections: { burst: 4, perSecond: 0 } });
  for (let nth = 1; nth <= 8; nth += 1) await server.open(`127.0.${nth}.1`);
  expect(await server.open(address)).toBeUndefined();
  server.limit.markKnown(known);
  expect(await server.open(address)).toBeDefined();
});
