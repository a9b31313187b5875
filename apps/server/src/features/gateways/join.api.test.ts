import { getGatewayToken, listGateways } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/harness.ts';
import { joinGateway } from '../../../test/test-gateway.ts';

it('joins with the token of a location, gets its whole state and is shown as connected', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const location = await server.given.location();
  const laptop = await server.given.device(admin);
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  await using gateway = await joinGateway(token, { name: 'Seoul', hostname: 'gw.example.com' });
  await gateway.connect();
  await gateway.until(({ state }) => state !== undefined);
  expect(gateway.state?.interface).toMatchObject({ addresses: location.address, listenPort: location.port });
  expect([...(gateway.state?.peers ?? [])]).toEqual([
    [laptop.publicKey, { allowedIps: laptop.configs[0]?.address.map((ip) => `${ip}/32`), keepaliveSeconds: 25 }],
  ]);
  const [shown] = await admin.call(listGateways, { params: { id: String(location.id) } });
  expect(shown).toMatchObject({ uid: gateway.id, connected: true, name: 'Seoul', hostname: 'gw.example.com' });
});
