import {
  addDevice,
  deleteDevice,
  getDevice,
  getDeviceConfig,
  listDevices,
  listUserDevices,
  updateDevice,
} from '@gatewarden/contract/devices';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, test } from '../../../test/harness.ts';

const start = '2026-03-01T09:30:00.250Z';

test.beforeEach(({ server }) => removeNetwork(server));

test('adds a device with an address and a configuration for every location', async () => {
  await using server = await startTestServer({ now: start });
  const first = await server.given.location({ name: 'Office', dns: '10.1.0.1', allowed_ips: '10.0.0.0/8,::/0' });
  const second = await server.given.location({
    address: '10.9.0.1/24,fd00:9::1/64',
    endpoint: '2001:db8::1',
    keepalive_interval: 55,
  });
  const user = await server.given.user();
  const { device, configs, publicKey } = await server.given.device(user, { name: 'laptop' });
  expect(device).toEqual({
    id: device.id,
    name: 'laptop',
    wireguard_pubkey: publicKey,
    user_id: user.id,
    created: '2026-03-01T09:30:00.250',
    device_type: 'user',
    description: null,
    configured: true,
    stopped_at: null,
    suspended_at: null,
  });
  expect(configs).toEqual([
    {
      network_id: first.id,
      network_name: 'Office',
      config: [
        '[Interface]',
        'PrivateKey = YOUR_PRIVATE_KEY',
        'Address = 10.1.0.2',
        'DNS = 10.1.0.1',
        '',
        '[Peer]',
        `PublicKey = ${first.pubkey}`,
        'AllowedIPs = 10.0.0.0/8,::/0',
        'Endpoint = vpn.example.com:51820',
        'PersistentKeepalive = 25',
      ].join('\n'),
      address: ['10.1.0.2'],
      endpoint: 'vpn.example.com:51820',
      allowed_ips: ['10.0.0.0/8', '::/0'],
      pubkey: first.pubkey,
      dns: '10.1.0.1',
      keepalive_interval: 25,
      location_mfa_mode: 'disabled',
    },
    {
      network_id: second.id,
      network_name: 'location2',
      config: [
        '[Interface]',
        'PrivateKey = YOUR_PRIVATE_KEY',
        'Address = 10.9.0.2,fd00:9::2',
        '',
        '',
        '[Peer]',
        `PublicKey = ${second.pubkey}`,
        'Endpoint = [2001:db8::1]:51820',
        'PersistentKeepalive = 55',
      ].join('\n'),
      address: ['10.9.0.2', 'fd00:9::2'],
      endpoint: '[2001:db8::1]:51820',
      allowed_ips: [],
      pubkey: second.pubkey,
      dns: '',
      keepalive_interval: 55,
      location_mfa_mode: 'disabled',
    },
  ]);
  for (const { network_id: networkId, config } of configs) {
    const params = { networkId: String(networkId), deviceId: String(device.id) };
    const answer = await user.try(getDeviceConfig, { params });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.body).toBe(config);
  }
  const { created: _, ...safe } = device;
  const added = (await server.events()).at(-1);
  expect(added).toEqual({ type: 'device.added', payload: { device: safe, owner: user.username } });
  expect(await latestEntry(server, 'device_added')).toMatchObject({ username: user.username });
});

test('lists thousands of devices, each as it is shown individually', async ({ server }) => {
  const [user, admin] = [await server.given.user(), await server.given.admin()];
  await server.database.query(`
    insert into device (user_id, kind, name, description, public_key, configured, created_at, stopped_at, suspended_at)
    select ${user.id}, 'user', 'device ' || n, null, 'key ' || n, true, '2026-03-01 09:30:00Z', null, null
    from generate_series(1, 4100) n`);
  const unusual = await server.database.query(`
    insert into device (user_id, kind, name, description, public_key, configured, created_at, stopped_at, suspended_at)
    values
      (${user.id}, 'user', E'"Ł\\ 노트북"', E'one\ntwo', 'a', true, '2026-03-01 09:30:00.05Z', '2026-03-01 09:30:00.1Z', null),
      (${user.id}, 'network', 'printer', '', null, false, '2026-03-01 09:30:00.120999Z', null, '2026-12-31 23:59:59.999999Z')
    returning id`);
  const devices = await admin.call(listDevices, {});
  expect(devices.map(({ id }) => id)).toEqual([...new Set(devices.map(({ id }) => id))].toSorted((a, b) => a - b));
  expect(devices).toHaveLength(4102);
  for (const id of [devices[0]?.id, ...unusual.map((row) => Number(row['id']))]) {
    const shown = await admin.call(getDevice, { params: { id: String(id) } });
    expect(devices.find((device) => device.id === id)).toEqual(shown);
  }
});

test('shows devices in lists, individually and on the page of their owner', async ({ server }) => {
  const { id: locationId } = await server.given.location({ name: 'Office', address: '10.1.0.1/24' });
  const [user, admin] = [await server.given.user(), await server.given.admin()];
  const { device: mine } = await server.given.device(user);
  const { device: other } = await server.given.device(admin);
  expect(await admin.call(listDevices, {})).toEqual([mine, other]);
  expect(await user.call(listUserDevices, { params: { username: user.username } })).toEqual([mine]);
  expect(await admin.call(listUserDevices, { params: { username: 'missing' } })).toEqual([]);
  expect(await user.call(getDevice, { params: { id: String(mine.id) } })).toEqual(mine);
  expect(await admin.call(getDevice, { params: { id: String(mine.id) } })).toEqual(mine);
  const { devices } = await user.call(getUser, { params: { username: user.username } });
  const network = {
    network_id: locationId,
    network_name: 'Office',
    network_gateway_ip: 'vpn.example.com',
    device_wireguard_ips: ['10.1.0.2'],
    last_connected_ip: null,
    last_connected_location: null,
    last_connected_gateway: null,
    last_connected_at: null,
    is_active: false,
    mfa_expires_at: null,
    can_authorize: false,
  };
  expect(devices).toEqual([{ ...mine, client: null, last_polled_at: null, networks: [network] }]);
});

test('rejects a device in the documented order of errors', async ({ server }) => {
  const [user, admin] = [await server.given.user(), await server.given.admin()];
  const add = (username: string, key: string, name = 'laptop') =>
    admin.try(addDevice, { params: { username }, body: { name, wireguard_pubkey: key } });
  const refused = (status: number, code: string, field?: string) => ({
    status,
    body: { code, ...(field && { field }) },
  });
  const key = 'wireguard_pubkey';
  const { publicKey } = newKeys();

  expect(await add('missing', 'no key')).toMatchObject(refused(404, 'user_not_found'));
  expect(await add(user.username, 'no key')).toMatchObject(refused(400, 'no_location'));
  const { pubkey } = await server.given.location();
  for (const bad of [
    '',
    'no key',
    ` ${publicKey}`,
    publicKey.slice(0, -1),
    `${publicKey}=`,
    publicKey.replace(/=$/, 'A'),
  ])
    expect(await add(user.username, bad), bad).toMatchObject(refused(400, 'public_key_invalid', key));
  expect(await add(user.username, pubkey)).toMatchObject(refused(400, 'public_key_of_location', key));
  await server.given.device(admin, { name: 'phone', keys: { publicKey, privateKey: '' } });
  expect(await add(user.username, publicKey)).toMatchObject(refused(409, 'public_key_taken', key));
  expect(await add(admin.username, newKeys().publicKey, 'phone')).toMatchObject(
    refused(409, 'device_name_taken', 'name'),
  );
  expect((await add(user.username, newKeys().publicKey, 'phone')).status).toBe(201);
  expect(await admin.call(listDevices, {})).toHaveLength(2);
});

test('adds a device of a disabled user only for administrators, and to no location', async ({ server }) => {
  const [user, admin] = [await server.given.user(), await server.given.admin()];
  await server.given.location();
  const { username } = user;
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
  const body = { name: 'laptop', wireguard_pubkey: newKeys().publicKey };
  expect(await user.try(addDevice, { params: { username }, body })).toMatchObject({ status: 401 });
  expect(await admin.call(addDevice, { params: { username }, body })).toMatchObject({ configs: [] });
});

test('edits name, key and note; an absent note clears it', async ({ server }) => {
  const user = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(user);
  const params = { id: String(device.id) };
  const { publicKey } = newKeys();
  const body = { name: 'renamed', wireguard_pubkey: publicKey, description: 'on the desk' };
  const changed = { ...device, name: 'renamed', wireguard_pubkey: publicKey, description: 'on the desk' };
  expect(await user.call(updateDevice, { params, body })).toEqual(changed);
  expect(await user.call(getDevice, { params })).toEqual(changed);
  expect((await server.events()).at(-1)).toMatchObject({
    type: 'device.modified',
    payload: { before: { name: device.name }, after: { name: 'renamed' }, owner: user.username },
  });
  const { description: _, ...rest } = body;
  expect(await user.call(updateDevice, { params, body: rest })).toEqual({ ...changed, description: null });
});

test('rejects a conflicting edit and leaves the device unchanged', async ({ server }) => {
  const user = await server.given.user();
  const { pubkey } = await server.given.location();
  const { device } = await server.given.device(user);
  const other = await server.given.device(user);
  const params = { id: String(device.id) };
  const unchanged = { name: device.name, wireguard_pubkey: device.wireguard_pubkey };
  for (const [change, status, code] of [
    [{ name: other.device.name }, 409, 'device_name_taken'],
    [{ wireguard_pubkey: other.publicKey }, 409, 'public_key_taken'],
    [{ wireguard_pubkey: pubkey }, 400, 'public_key_of_location'],
    [{ wireguard_pubkey: 'no key' }, 400, 'public_key_invalid'],
  ] as const) {
    const body = { ...unchanged, ...change };
    expect(await user.try(updateDevice, { params, body })).toMatchObject({ status, body: { code } });
  }
  expect(await user.call(getDevice, { params })).toEqual(device);
});

test('deletes a device and gives its addresses to the next device', async ({ server }) => {
  const user = await server.given.user();
  await server.given.location({ address: '10.1.0.1/24,fd00::1/64' });
  const { device } = await server.given.device(user);
  await server.given.device(user);
  expect(await user.call(deleteDevice, { params: { id: String(device.id) } })).toBeNull();
  expect((await server.events()).at(-1)).toMatchObject({ type: 'device.removed', payload: { owner: user.username } });
  const next = await server.given.device(user);
  expect(next.configs).toMatchObject([{ address: ['10.1.0.2', 'fd00::2'] }]);
  expect((await server.given.device(user)).configs).toMatchObject([{ address: ['10.1.0.4', 'fd00::4'] }]);
});

test("answers the same for another user's device as for an unknown one", async ({ server }) => {
  const [owner, other] = [await server.given.user(), await server.given.user()];
  const { id: locationId } = await server.given.location();
  const { device } = await server.given.device(owner);
  const body = { name: 'mine now', wireguard_pubkey: newKeys().publicKey };
  const networkId = String(locationId);
  for (const id of [String(device.id), '2147483647']) {
    const answers = [
      await other.try(getDevice, { params: { id } }),
      await other.try(updateDevice, { params: { id }, body }),
      await other.try(deleteDevice, { params: { id } }),
      await other.try(getDeviceConfig, { params: { networkId, deviceId: id } }),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(4).fill([404, 'device_not_found']),
    );
  }
  expect(await owner.call(getDevice, { params: { id: String(device.id) } })).toEqual(device);
  const elsewhere = { params: { networkId: '2147483647', deviceId: String(device.id) } };
  expect(await owner.try(getDeviceConfig, elsewhere)).toMatchObject({
    status: 404,
    body: { code: 'location_not_found' },
  });
});

test('accepts any name of one line unchanged and omits it from configurations', async ({ server }) => {
  const user = await server.given.user();
  const name = `Robert'); DROP TABLE device;-- <script>"\\ 노트북 💻 \u200fשלום`;
  await server.given.location({ name });
  const { device, configs } = await server.given.device(user, { name });
  expect(await user.call(getDevice, { params: { id: String(device.id) } })).toMatchObject({ name });
  expect(configs).toMatchObject([{ network_name: name }]);
  expect(configs[0]?.config).not.toContain('Robert');
  const twoLines = { name: 'a\nb', wireguard_pubkey: newKeys().publicKey };
  expect(await user.try(addDevice, { params: { username: user.username }, body: twoLines })).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', field: 'name' },
  });
});
