import { addDevice, deleteDevice, getDeviceConfig, updateDevice } from '@gatewarden/contract/devices';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { getEnterpriseSettings, patchEnterpriseSettings } from '@gatewarden/contract/settings';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import type { Person } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.query(`update settings set changed = '{}'`);
});

async function startClient(server: TestServer, issuer: Person, { username }: Person) {
  const { enrollment_token: token } = await issuer.call(startDesktop, { params: { username }, body: {} });
  const client = newEdgeClient(server);
  return { client, started: await client.post('/enrollment/start', { token }) };
}

const newDevice = () => ({ name: 'Phone', pubkey: newKeys().publicKey });

async function givenRestriction(server: TestServer, restrictions: Record<string, boolean>) {
  const location = await server.given.location();
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const { device, ...keys } = await server.given.device(user);
  const before = await startClient(server, user, user);
  await admin.call(patchEnterpriseSettings, { body: restrictions });
  const params = { id: String(device.id) };
  const { username } = user;
  const config = { networkId: String(location.id), deviceId: params.id };
  const attempts = async (by: Person) => [
    await by.try(addDevice, { params: { username }, body: { name: 'Other', wireguard_pubkey: newKeys().publicKey } }),
    await by.try(updateDevice, { params, body: { name: 'New name', wireguard_pubkey: keys.publicKey } }),
    await by.try(getDeviceConfig, { params: config }),
    await by.try(startDesktop, { params: { username }, body: {} }),
    await by.try(deleteDevice, { params }),
  ];
  return { admin, user, before, attempts };
}

const codes = (answers: readonly { status: number; body: unknown }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'done' : (body as { code: string }).code));

test('only administrators manage devices: neither users nor clients with their tokens add one', async ({ server }) => {
  const { admin, user, before, attempts } = await givenRestriction(server, { admin_device_management: true });
  const restricted = 'device_management_restricted';
  expect(codes(await attempts(user))).toEqual([restricted, restricted, 'done', restricted, restricted]);
  const refused = { status: 403, body: { error: 'only administrators add devices' } };
  expect(await before.client.post('/enrollment/create_device', newDevice())).toMatchObject(refused);
  // pages of the edge leave the step out
  const { body } = await before.client.post('/enrollment/session', {});
  expect(body['settings']).toMatchObject({ admin_device_management: true });
  const own = await startClient(server, admin, admin);
  expect((await own.client.post('/enrollment/create_device', newDevice())).status).toBe(200);
  expect(codes(await attempts(admin)).slice(1)).toEqual(['done', 'done', 'done', 'done']);
  expect(await latestEntry(server, 'settings_updated_partial')).toMatchObject({ username: admin.username });
});

test('devices are only added with a client: users neither add or change one manually nor see a configuration', async ({
  server,
}) => {
  const { user, before, attempts } = await givenRestriction(server, { only_client_activation: true });
  const restricted = 'client_activation_only';
  expect(codes(await attempts(user))).toEqual([restricted, restricted, restricted, 'done', 'done']);
  expect((await before.client.post('/enrollment/create_device', newDevice())).status).toBe(200);
});

test('clients are told not to send all traffic through the VPN', async ({ server }) => {
  await server.given.location();
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const { client } = await startClient(server, user, user);
  const added = await client.post('/enrollment/create_device', newDevice());
  const poll = async () => {
    const answer = await client.post('/poll', { token: added.body['token'] });
    return (answer.body['device_config'] as typeof added.body)['instance'];
  };
  expect(await poll()).toMatchObject({ disable_all_traffic: false });
  await admin.call(patchEnterpriseSettings, { body: { disable_all_traffic: true } });
  expect(await poll()).toMatchObject({ disable_all_traffic: true });
  expect(await user.call(getEnterpriseSettings, {})).toMatchObject({ disable_all_traffic: true });
  expect((await user.try(patchEnterpriseSettings, { body: { disable_all_traffic: false } })).status).toBe(403);
});
