import { listActivity } from '@gatewarden/contract/activity-log';
import { getDevice } from '@gatewarden/contract/devices';
import {
  addNetworkDevice,
  checkNetworkDeviceIps,
  deleteNetworkDevice,
  getNetworkDevice,
  getNetworkDeviceConfig,
  listNetworkDevices,
  suggestNetworkDeviceIps,
  updateNetworkDevice,
} from '@gatewarden/contract/network-devices';
import { describe, expect } from 'vitest';
import { networkDeviceBody, newKeys, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const idOf = (id: number) => ({ params: { id: String(id) } });
const inLocation = (id: number) => ({ params: { locationId: String(id) } });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

async function givenLocation({ given }: TestServer) {
  const address = '10.9.0.1/24,fd00:9::1/64';
  return given.location({ name: 'Office', address, allowed_groups: ['admin'] });
}

describe('a network device', () => {
  test('is added with its addresses, shown, listed by name, and has a configuration', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await givenLocation(server);
    await given.networkDevice({ name: 'b', location_id: location.id });
    const keys = newKeys();

    const body = networkDeviceBody(location.id, {
      ...{ name: 'A', description: 'Second floor', assigned_ips: ['fd00:9::99', '10.9.0.7'] },
      wireguard_pubkey: keys.publicKey,
    });
    const { device, config } = await admin.call(addNetworkDevice, { body });

    expect(device).toEqual({
      ...{ id: device.id, name: 'A', description: 'Second floor', added_by: admin.username },
      ...{ added_date: device.added_date, location: { id: location.id, name: 'Office' } },
      ...{
        wireguard_pubkey: keys.publicKey,
        configured: true,
        stopped_at: null,
        assigned_ips: ['10.9.0.7', 'fd00:9::99'],
      },
      split_ips: [
        { ip: '10.9.0.7', network_part: '10.9.0.', modifiable_part: '7', network_prefix: '24' },
        {
          ip: 'fd00:9::99',
          ...{ network_part: 'fd00:0009:0000:0000:', modifiable_part: '0000:0000:0000:0099', network_prefix: '64' },
        },
      ],
    });
    expect(config).toMatchObject({ network_id: location.id, address: ['10.9.0.7', 'fd00:9::99'] });
    expect((await admin.call(listNetworkDevices, {})).map(({ name }) => name)).toEqual(['A', 'b']);
    expect(await admin.call(getNetworkDevice, idOf(device.id))).toEqual(device);
    expect(await admin.call(getNetworkDeviceConfig, idOf(device.id))).toBe(config.config);
    expect(config.config).toContain('Address = 10.9.0.7,fd00:9::99\n');
    const { data } = await admin.call(listActivity, { query: { event: ['network_device_added'] } });
    expect(data[0]).toMatchObject({ location: 'Office', description: `Device A of ${admin.username}` });
  });

  test('gets the lowest free address of the networks for which none is given', async ({ server }) => {
    const location = await givenLocation(server);
    await server.given.networkDevice({ location_id: location.id, assigned_ips: ['10.9.0.2'] });

    const { assigned_ips: ips } = await server.given.networkDevice({ location_id: location.id });

    expect(ips).toEqual(['10.9.0.3', 'fd00:9::3']);
  });

  test.for<[string, string[]]>([
    ['outside of the networks', ['10.8.0.2']],
    ['no address', ['printer']],
    ['the network address', ['10.9.0.0']],
    ['the broadcast address', ['10.9.0.255']],
    ['the address of the gateway', ['10.9.0.1']],
    ['taken', ['10.9.0.50']],
    ['two of one network', ['10.9.0.60', '10.9.0.61']],
  ])('cannot have an address that is %s', async ([, ips], { server }) => {
    const admin = await server.given.admin();
    const location = await givenLocation(server);
    await server.given.networkDevice({ location_id: location.id, assigned_ips: ['10.9.0.50'] });

    const answer = await admin.try(addNetworkDevice, { body: networkDeviceBody(location.id, { assigned_ips: ips }) });

    expect(codeOf(answer)).toEqual([400, 'device_address_unavailable']);
    expect(await admin.call(listNetworkDevices, {})).toHaveLength(1);
  });

  test('needs a location, a key of its own and a name of its own', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await givenLocation(server);
    const other = await given.networkDevice({ location_id: location.id, name: 'printer' });
    const add = async (changes: object, locationId = location.id) =>
      codeOf(await admin.try(addNetworkDevice, { body: networkDeviceBody(locationId, { name: 'x', ...changes }) }));

    expect(await add({}, 999_999)).toEqual([400, 'location_not_found']);
    expect(await add({ wireguard_pubkey: 'short' })).toEqual([400, 'public_key_invalid']);
    expect(await add({ wireguard_pubkey: `${'A'.repeat(43)}=` })).toEqual([400, 'public_key_invalid']);
    expect(await add({ wireguard_pubkey: location.pubkey })).toEqual([400, 'public_key_of_location']);
    expect(await add({ wireguard_pubkey: other.wireguard_pubkey })).toEqual([409, 'public_key_taken']);
    expect(await add({ name: 'printer' })).toEqual([409, 'device_name_taken']);
  });

  test('is changed: its own addresses are free for it, and an absent description is cleared', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await givenLocation(server);
    const { id } = await given.networkDevice({
      ...{ location_id: location.id, description: 'old', assigned_ips: ['10.9.0.7', 'fd00:9::7'] },
    });

    const same = { name: 'renamed', assigned_ips: ['10.9.0.7', 'fd00:9::7'] };
    const renamed = await admin.call(updateNetworkDevice, { ...idOf(id), body: same });
    const moved = await admin.call(updateNetworkDevice, {
      ...idOf(id),
      body: { name: 'renamed', description: 'new', assigned_ips: ['fd00:9::7', '10.9.0.8'] },
    });

    expect(renamed).toMatchObject({ name: 'renamed', description: null, assigned_ips: ['10.9.0.7', 'fd00:9::7'] });
    expect(moved).toMatchObject({ description: 'new', assigned_ips: ['10.9.0.8', 'fd00:9::7'] });
    const { assigned_ips: next } = await given.networkDevice({ location_id: location.id, assigned_ips: ['10.9.0.7'] });
    expect(next[0]).toBe('10.9.0.7');
    const update = { ...idOf(id), body: { ...same, assigned_ips: ['10.9.0.7'] } };
    expect(codeOf(await admin.try(updateNetworkDevice, update))).toEqual([400, 'device_address_unavailable']);
    expect((await admin.try(updateNetworkDevice, { ...idOf(id), body: { ...same, assigned_ips: ['x'] } })).status).toBe(
      422,
    );
  });

  test('is deleted, and its addresses are free again', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await givenLocation(server);
    const { id, assigned_ips: ips } = await given.networkDevice({ location_id: location.id });

    await admin.call(deleteNetworkDevice, idOf(id));

    expect(codeOf(await admin.try(getNetworkDevice, idOf(id)))).toEqual([404, 'device_not_found']);
    expect(codeOf(await admin.try(deleteNetworkDevice, idOf(id)))).toEqual([404, 'device_not_found']);
    expect((await given.networkDevice({ location_id: location.id })).assigned_ips).toEqual(ips);
  });

  test('is not a device of a user, and the reverse', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    await given.location();
    const { device } = await given.device(await given.user());

    for (const endpoint of [getNetworkDevice, deleteNetworkDevice, getNetworkDeviceConfig]) {
      expect((await admin.try(endpoint, idOf(device.id))).status).toBe(404);
    }
    const { id } = await given.networkDevice();
    expect(await admin.call(getDevice, idOf(id))).toMatchObject({ device_type: 'network' });
  });

  test('added twice at once has different addresses', async ({ server }) => {
    const location = await givenLocation(server);

    const added = await Promise.all(
      ['one', 'two', 'three'].map((name) => server.given.networkDevice({ location_id: location.id, name })),
    );

    expect(new Set(added.map(({ assigned_ips: [ip] }) => ip)).size).toBe(3);
  });
});

describe('the addresses of a location', () => {
  test('are suggested: the lowest free one of each network', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await givenLocation(server);
    await given.networkDevice({ location_id: location.id, assigned_ips: ['10.9.0.2', 'fd00:9::3'] });

    const suggested = await admin.call(suggestNetworkDeviceIps, inLocation(location.id));

    expect(suggested.map(({ ip }) => ip)).toEqual(['10.9.0.3', 'fd00:9::2']);
    expect(codeOf(await admin.try(suggestNetworkDeviceIps, inLocation(999_999)))).toEqual([400, 'location_not_found']);
    const tiny = await given.location({ address: '10.99.0.1/30', allowed_groups: ['admin'] });
    await given.networkDevice({ location_id: tiny.id });
    expect(codeOf(await admin.try(suggestNetworkDeviceIps, inLocation(tiny.id)))).toEqual([
      ...[404, 'address_pool_exhausted'],
    ]);
  });

  test('are checked in the order of the request', async ({ server }) => {
    const { given } = server;
    const admin = await given.admin();
    const location = await givenLocation(server);
    await given.networkDevice({ location_id: location.id, assigned_ips: ['10.9.0.50'] });
    const ips = ['10.9.0.9', '10.8.0.9', 'x', '10.9.0.0', '10.9.0.255', '10.9.0.1', '10.9.0.50', 'fd00:9::9'];

    const checks = await admin.call(checkNetworkDeviceIps, { ...inLocation(location.id), body: { ips } });

    expect(checks.map(({ available, valid }) => `${available} ${valid}`)).toEqual([
      ...['true true', 'false false', 'false false', 'false true', 'false true', 'false true', 'false true'],
      'true true',
    ]);
    const unknown = await admin.try(checkNetworkDeviceIps, { ...inLocation(999_999), body: { ips } });
    expect(codeOf(unknown)).toEqual([400, 'location_not_found']);
  });
});
