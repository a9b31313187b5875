import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { readToken } from '../../../test/gateway-link.ts';
import { startTestServer } from '../../../test/harness.ts';

const replicaUrl = (port: number) => ({ GATEWARDEN_GRPC_REPLICA_URL: `https://127.0.0.9:${port}` });

it('sends gateways the addresses of all replicas, and includes them in join tokens', async () => {
  await using server = await startTestServer({ environment: replicaUrl(1001) });
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  const own = `localhost:${server.grpcPort}`;
  await gateway.until(({ coreAddresses }) => coreAddresses.length > 0);
  expect(gateway.coreAddresses).toEqual([own, '127.0.0.9:1001']);
  {
    await using _replica = await server.startReplica(replicaUrl(1002));
    await gateway.until(({ coreAddresses }) => coreAddresses.includes('127.0.0.9:1002'));
    const admin = await server.given.admin();
    const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
    expect(readToken(token)).toMatchObject({ core: own, cores: ['127.0.0.9:1001', '127.0.0.9:1002'] });
  }
  await gateway.until(({ coreAddresses }) => !coreAddresses.includes('127.0.0.9:1002'));
  expect(gateway.coreAddresses).toEqual([own, '127.0.0.9:1001']);
});

it('accepts a gateway of another replica during a flood of unauthenticated connections', async () => {
  // loopback addresses are trusted proxies by default, to which limits per address do not apply
  await using server = await startTestServer({ environment: { GATEWARDEN_TRUSTED_PROXIES: '192.0.2.1' } });
  await using gateway = await server.connectGateway(await server.given.location());
  await using replica = await server.startReplica();
  using _flood = await floodUntilRefused(replica.grpcPort);
  await gateway.connect(replica);
  expect(gateway.received).toContain('reportEvery');
});

/** Opens connections from many networks until it is disposed. Resolves once core refuses some. */
async function floodUntilRefused(port: number): Promise<Disposable> {
  const sockets: Socket[] = [];
  let isOver = false;
  let refused = 0;
  const refusing = Promise.withResolvers<void>();
  const isLetIn = (socket: TLSSocket) =>
    once(socket, 'secureConnect').then(
      () => true,
      () => false,
    );
  async function openFrom(network: number): Promise<void> {
    for (let nth = 1; !isOver; nth += 1) {
      const tcp = connectTcp({ port, host: '127.0.0.1', localAddress: `127.${network}.${nth % 256}.1` });
      sockets.push(tcp.on('error', () => undefined));
      if (await isLetIn(connect({ socket: tcp, rejectUnauthorized: false }))) continue;
      refused += 1;
      if (refused === 5) refusing.resolve();
    }
  }
  for (let network = 1; network <= 8; network += 1) void openFrom(network);
  await refusing.promise;
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
