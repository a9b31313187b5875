import { listGateways } from '@gatewarden/contract/gateways';
import { expect } from 'vitest';
import { subscribeToGateways } from '../../../test/event-subscription.ts';
import { givenProtected } from '../../../test/given/connect.ts';
import { startTestServer, test } from '../../../test/harness.ts';

test('verifies a peer with a preshared key, and repairs one with another or without', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { admin, location, publicKey } = given;
  await using subscription = await subscribeToGateways(server.database, location);
  const { body } = await given.connect();
  await using gateway = await server.connectGateway(location);
  await subscription.next('gateway.drifted');
  const peer = gateway.state?.peers.get(publicKey);
  expect(peer?.presharedKey).toBe(body['preshared_key']);
  // the digest of core is that of the agent
  expect(gateway.received.filter((kind) => kind === 'full')).toHaveLength(1);
  const status = () => admin.call(listGateways, { params: { id: String(location.id) } });
  expect(await status()).toMatchObject([{ current: true, drift_since: null, verified_at: expect.any(String) }]);
  const { allowedIps = [], keepaliveSeconds = 0 } = peer ?? {};
  const other = Buffer.alloc(32, 7).toString('base64');
  for (const tampered of [{ presharedKey: other }, {}]) {
    gateway.tamper(publicKey, { allowedIps, keepaliveSeconds, ...tampered });
    await gateway.connect();
    const found = await subscription.next('gateway.drift-repaired');
    expect(found).toMatchObject({ removedPeers: 0, upsertedPeers: 1, peers: ['Laptop'] });
  }
  expect(await status()).toMatchObject([{ current: true, drift_since: null }]);
});
