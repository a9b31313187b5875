import { updateDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const path = '/enrollment/register_mobile';

async function givenPhone(server: TestServer) {
  await server.given.location();
  const user = await server.given.user();
  const params = { username: user.username };
  const { enrollment_token: token } = await user.call(startDesktop, { params, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  const { publicKey } = newKeys();
  const added = await client.post('/enrollment/create_device', { name: 'Phone', pubkey: publicKey });
  const { id } = added.body['device'] as { id: number };
  const enabled = async () => (await user.call(getUser, { params })).biometric_enabled_devices;
  const keys = { auth_pub_key: newKeys().publicKey, device_pub_key: publicKey };
  return { user, params, client, id, enabled, keys, register: () => client.post(path, keys) };
}

test('a phone stores the key with which it proves that its owner unlocked it, and replaces it', async ({ server }) => {
  const { user, client, id, enabled, keys, register } = await givenPhone(server);
  expect(await enabled()).toEqual([]);
  expect(await register()).toMatchObject({ status: 200, body: {} });
  expect(await enabled()).toEqual([id]);
  expect(await latestEntry(server, 'device_auth_key_set')).toMatchObject({ username: user.username });
  const auth_pub_key = newKeys().publicKey;
  expect((await client.post(path, { ...keys, auth_pub_key })).status).toBe(200);
  const rows = await server.database.query('select public_key from device_auth_key where device_id = $1', [id]);
  expect(rows).toEqual([{ public_key: auth_pub_key }]);
});

test('the key of a phone ends with the key of its device, and with an emergency stop', async ({ server }) => {
  const { user, params, client, id, enabled, keys, register } = await givenPhone(server);
  await register();
  const body = { name: 'Phone', wireguard_pubkey: newKeys().publicKey };
  await user.call(updateDevice, { params: { id: String(id) }, body });
  expect(await enabled()).toEqual([]);
  await client.post(path, { ...keys, device_pub_key: body.wireguard_pubkey });
  expect(await enabled()).toEqual([id]);
  const admin = await server.given.admin();
  await admin.call(stopUser, { params, body: { disable: true } });
  expect((await admin.call(getUser, { params })).biometric_enabled_devices).toEqual([]);
});

test('a phone without a session, with an invalid key or for the device of another user stores nothing', async ({
  server,
}) => {
  const { client, keys, enabled } = await givenPhone(server);
  const stranger = await givenPhone(server);
  expect(await newEdgeClient(server).post(path, keys)).toMatchObject({ status: 400 });
  for (const body of [
    { ...keys, auth_pub_key: 'short' },
    { ...keys, device_pub_key: '\u0000' },
    { ...keys, device_pub_key: newKeys().publicKey },
  ])
    expect(await client.post(path, body)).toMatchObject({ status: 400 });
  expect(await stranger.client.post(path, keys)).toMatchObject({ status: 400, body: { code: 'device_not_found' } });
  expect(await enabled()).toEqual([]);
});

test('as many people at a time as there are connections to the database all get an answer', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_DATABASE_CONNECTIONS: '3' } });
  const phones: Awaited<ReturnType<typeof givenPhone>>[] = [];
  for (let count = 0; count < 8; count += 1) phones.push(await givenPhone(server));
  const register = Promise.all(phones.map(async (phone) => (await phone.register()).status));
  const add = Promise.all(
    phones.map(async ({ client }) => {
      const device = { name: 'Tablet', pubkey: newKeys().publicKey };
      return (await client.post('/enrollment/create_device', device)).status;
    }),
  );
  expect(await register).toEqual(phones.map(() => 200));
  expect(await add).toEqual(phones.map(() => 200));
});
