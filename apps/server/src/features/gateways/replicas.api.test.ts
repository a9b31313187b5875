import { getGatewayToken } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { readToken } from '../../../test/gateway-link.ts';
import { startTestServer } from '../../../test/harness.ts';

const replicaUrl = (port: number) => ({ GATEWARDEN_GRPC_REPLICA_URL: `https://127.0.0.9:${port}` });

it('tells gateways and join tokens the addresses of all replicas, and of those that start later', async () => {
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
