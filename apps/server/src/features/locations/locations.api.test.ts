import { deleteProvider } from '@gatewarden/contract/identity-providers';
import { getInfo } from '@gatewarden/contract/info';
import {
  addLocation,
  deleteLocation,
  getLocation,
  listLocations,
  updateLocation,
} from '@gatewarden/contract/locations';
import { expect } from 'vitest';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { givenProvider } from '../../../test/given/openid.ts';
import { test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

test('adds a location with a new key pair and shows it as the interface reference specifies', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group();
  const body = locationBody(1, {
    name: 'Office "Kraków"',
    address: ' 10.1.0.1/24 ,fd00:1::1/64',
    endpoint: 'vpn.example.com',
    allowed_ips: '10.0.0.7/8, 2001:db8::5/32',
    dns: '10.1.0.1, office.example',
    allowed_groups: [group],
  });
  const { id, pubkey, ...location } = await admin.call(addLocation, { body });
  const expected = {
    name: 'Office "Kraków"',
    address: ['10.1.0.1/24', 'fd00:1::1/64'],
    port: 51820,
    endpoint: 'vpn.example.com',
    dns: '10.1.0.1, office.example',
    allowed_ips: ['10.0.0.0/8', '2001:db8::/32'],
    connected_at: null,
    acl_enabled: false,
    acl_default_allow: false,
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    location_mfa_mode: 'disabled',
    mfa_session_hours: 24,
    masquerade: false,
  };
  expect(location).toEqual(expected);
  expect(pubkey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  const info = { ...expected, id, pubkey, connected: false, gateways: [], allowed_groups: [group] };
  expect(await admin.call(getLocation, { params: { id: String(id) } })).toEqual(info);
  expect(await admin.call(listLocations, {})).toEqual([info]);
});

test('encrypts the private key in the database, and never includes it in answers, events or logs', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await admin.call(updateLocation, { params: { id: String(location.id) }, body: locationBody(2) });
  const stored = await server.database.query(`select owner, length(value) from secret where kind = 'location-key'`);
  // header, nonce, tag and 44 characters
  expect(stored).toEqual([{ owner: String(location.id), length: 5 + 12 + 16 + 44 }]);
  const output =
    JSON.stringify([location, await admin.call(listLocations, {}), await server.events()]) + server.logged();
  expect(output).not.toMatch(/private_?key/i);
});

test('edits everything but the keys and publishes the previous values', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group();
  const before = await server.given.location({ dns: '10.1.0.1', allowed_ips: '0.0.0.0/0' });
  const body = locationBody(9, {
    name: 'moved',
    endpoint: '[2001:db8::1]',
    port: 443,
    allowed_groups: [group],
    keepalive_interval: 0,
    peer_disconnect_threshold: 120,
    allowed_ips: null,
    dns: null,
  });
  const after = await admin.call(updateLocation, { params: { id: String(before.id) }, body });
  expect(after).toEqual({
    ...before,
    name: 'moved',
    address: ['10.9.0.1/24'],
    endpoint: '[2001:db8::1]',
    port: 443,
    dns: null,
    allowed_ips: [],
    keepalive_interval: 0,
    peer_disconnect_threshold: 120,
  });
  const { connected_at: _before, ...was } = before;
  const { connected_at: _after, ...is } = after;
  expect((await server.events()).at(-1)).toMatchObject({
    type: 'location.modified',
    payload: { before: { ...was, allowed_groups: [] }, after: { ...is, allowed_groups: [group] } },
  });
  expect(await latestEntry(server, 'vpn_location_modified')).toMatchObject({ username: 'rosa' });
});

test('deletes a location with all its rows', async ({ server }) => {
  const admin = await server.given.admin();
  const { name } = await server.given.group();
  const { id } = await server.given.location({ allowed_groups: [name] });
  await server.given.device(admin);
  const params = { id: String(id) };
  expect(await admin.call(getInfo, {})).toMatchObject({ network_present: true });
  expect(await admin.call(deleteLocation, { params })).toBeNull();
  expect(await admin.call(listLocations, {})).toEqual([]);
  expect(await admin.call(getInfo, {})).toMatchObject({ network_present: false });
  for (const table of ['location_network', 'location_group', 'device_location', 'device_address', 'address_search'])
    expect(await server.database.query(`select 1 from ${table}`), table).toEqual([]);
  expect((await server.events()).at(-1)).toMatchObject({ type: 'location.removed', payload: { location: { id } } });
});

test('rejects an unknown location with 404 and an invalid id with 400', async ({ server }) => {
  const admin = await server.given.admin();
  for (const id of ['1', '2147483647']) {
    const params = { id };
    const answers = [
      await admin.try(getLocation, { params }),
      await admin.try(updateLocation, { params, body: locationBody(1) }),
      await admin.try(deleteLocation, { params }),
    ];
    expect(answers.map(({ status, body }) => [status, body?.code])).toEqual(Array(3).fill([404, 'location_not_found']));
  }
  for (const id of ['0', '-1', '2147483648', '1e3', 'x'])
    expect((await admin.send('GET', `/network/${id}`)).status).toBe(400);
});

test('requires a sign-in at a provider only if one is turned on', async ({ server }) => {
  const change = { location_mfa_mode: 'external' } as const;
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  const params = { id: String(id) };
  const refused = { status: 400, body: { code: 'location_mfa_unavailable', field: 'location_mfa_mode' } };
  expect(await admin.try(addLocation, { body: locationBody(2, change) })).toMatchObject(refused);
  expect(await admin.try(updateLocation, { params, body: locationBody(1, change) })).toMatchObject(refused);
  expect(await admin.call(listLocations, {})).toMatchObject([{ location_mfa_mode: 'disabled' }]);
  const client = { id: 'x', secret: 'y' };
  const { name } = await givenProvider(server, { issuer: 'https://sso.example.com', client }, { enabled: false });
  expect(await admin.try(updateLocation, { params, body: locationBody(1, change) })).toMatchObject(refused);
  const other = await givenProvider(server, { issuer: 'https://sso.example.com', client });
  expect(await admin.call(updateLocation, { params, body: locationBody(1, change) })).toMatchObject(change);
  // with the last provider, the location requires a second factor of this instance
  await admin.call(deleteProvider, { params: { name: other.name } });
  expect(await admin.call(listLocations, {})).toMatchObject([change]);
  await admin.call(deleteProvider, { params: { name } });
  expect(await admin.call(listLocations, {})).toMatchObject([{ location_mfa_mode: 'internal' }]);
  expect(await latestEntry(server, 'vpn_location_modified')).toMatchObject({ username: admin.username });
});

test('permits a location with access rules or a second factor to retain them or turn them off', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  await server.database.query(
    `update location set acl_enabled = true, acl_default_allow = true, mfa_mode = 'internal'`,
  );
  const params = { id: String(id) };
  const stored = { acl_enabled: true, acl_default_allow: true, location_mfa_mode: 'internal' } as const;
  const renamed = await admin.call(updateLocation, { params, body: locationBody(1, { ...stored, name: 'renamed' }) });
  expect(renamed).toMatchObject({ ...stored, name: 'renamed' });
  const another = locationBody(1, { ...stored, location_mfa_mode: 'external' });
  expect((await admin.try(updateLocation, { params, body: another })).body.code).toBe('location_mfa_unavailable');
  const off = { acl_enabled: false, acl_default_allow: false, location_mfa_mode: 'disabled' };
  expect(await admin.call(updateLocation, { params, body: locationBody(1) })).toMatchObject(off);
});

test('refuses an unknown group name instead of opening the location to all users', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group({ name: 'prod-ops' });
  const { id } = await server.given.location({ allowed_groups: [group] });
  const params = { id: String(id) };
  const lists = [['Prod-Ops'], [''], [group, 'unknown']];
  for (const allowed_groups of lists) {
    const body = locationBody(1, { allowed_groups });
    const refusal = { status: 422, body: { code: 'group_name_unknown', field: 'allowed_groups' } };
    expect(await admin.try(updateLocation, { params, body })).toMatchObject(refusal);
    const added = await admin.try(addLocation, { body: locationBody(2, { allowed_groups }) });
    expect(added).toMatchObject(refusal);
    expect(added.body.details).toEqual({ name: allowed_groups.at(-1) });
  }
  expect(await admin.call(listLocations, {})).toMatchObject([{ id, allowed_groups: [group] }]);
});
