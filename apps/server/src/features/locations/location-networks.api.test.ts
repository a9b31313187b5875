import { addLocation, getLocation, listLocations, updateLocation } from '@gatewarden/contract/locations';
import { expect } from 'vitest';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const badAddress = { field: 'address', status: 400 };
const refusals = [
  [{ address: 'nonsense' }, { ...badAddress, code: 'address_invalid', item: 'nonsense' }],
  [{ address: '10.1.0.1/24, 10.2.0.1/33' }, { ...badAddress, code: 'address_invalid', item: '10.2.0.1/33' }],
  [{ address: '10.1.0.256/24' }, { ...badAddress, code: 'address_invalid', item: '10.1.0.256/24' }],
  [{ address: '010.1.0.1/24' }, { ...badAddress, code: 'address_invalid', item: '010.1.0.1/24' }],
  [{ address: 'fd00::1%eth0/64' }, { ...badAddress, code: 'address_invalid', item: 'fd00::1%eth0/64' }],
  [{ address: "10.1.0.1/24'; DROP TABLE location;--" }, { ...badAddress, code: 'address_invalid' }],
  [{ address: ' , ,' }, { ...badAddress, code: 'address_invalid' }],
  [{ address: '127.0.0.1/8' }, { ...badAddress, code: 'address_invalid', item: '127.0.0.1/8' }],
  [{ address: '0.0.0.1/0' }, { ...badAddress, code: 'address_invalid', item: '0.0.0.1/0' }],
  [{ address: '10.1.0.255/24' }, { ...badAddress, code: 'gateway_address_unusable', item: '10.1.0.255/24' }],
  [
    { address: '10.1.0.1/16,10.1.7.1/24' },
    { ...badAddress, code: 'networks_overlap', item: '10.1.0.1/16', other: '10.1.7.1/24' },
  ],
  [{ address: '10.1.0.1/24,10.1.0.1/24' }, { ...badAddress, code: 'networks_overlap' }],
  [{ allowed_ips: '10.0.0.0/8, x' }, { field: 'allowed_ips', status: 400, code: 'allowed_ips_invalid', item: 'x' }],
  [{ allowed_ips: '10.0.0.0/-1' }, { field: 'allowed_ips', status: 400, code: 'allowed_ips_invalid' }],
  [{ endpoint: 'vpn.example.com:51820' }, { field: 'endpoint', status: 422, code: 'invalid_input' }],
  [{ endpoint: 'https://vpn.example.com' }, { field: 'endpoint', status: 422, code: 'invalid_input' }],
  [{ endpoint: 'two words' }, { field: 'endpoint', status: 422, code: 'invalid_input' }],
  [{ endpoint: 'x\nPostUp = reboot' }, { field: 'endpoint', status: 422, code: 'invalid_input' }],
  [{ endpoint: '10.0.0' }, { field: 'endpoint', status: 422, code: 'invalid_input' }],
  [{ dns: '10.0.0.1\nPostUp = reboot' }, { field: 'dns', status: 422, code: 'invalid_input' }],
  [{ name: '   ' }, { field: 'name', status: 422, code: 'invalid_input' }],
  [{ name: 'a\u0000b' }, { field: 'name', status: 422, code: 'invalid_input' }],
  [{ port: 0 }, { field: 'port', status: 422, code: 'invalid_input' }],
  [{ port: 65_536 }, { field: 'port', status: 422, code: 'invalid_input' }],
  [{ keepalive_interval: 65_536 }, { field: 'keepalive_interval', status: 422, code: 'invalid_input' }],
  [{ peer_disconnect_threshold: 119 }, { field: 'peer_disconnect_threshold', status: 422, code: 'invalid_input' }],
] as const;

test('names the invalid field and item, and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  const params = { id: String(id) };
  const before = await admin.call(listLocations, {});
  const events = (await server.events()).length;
  for (const [overrides, { field, status, code, ...details }] of refusals) {
    const body = locationBody(5, overrides);
    const expected = { status, body: { code, field, ...(Object.keys(details).length > 0 ? { details } : {}) } };
    expect(await admin.try(addLocation, { body }), JSON.stringify(overrides)).toMatchObject(expected);
    expect(await admin.try(updateLocation, { params, body }), JSON.stringify(overrides)).toMatchObject(expected);
  }
  expect(await admin.call(listLocations, {})).toEqual(before);
  expect(await server.events()).toHaveLength(events);
});

test('accepts any kind of network with free addresses, including IPv6 only and two-address networks', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const networks = [
    ['fd00::1/64', ['fd00::1/64'], ['fd00::2']],
    ['10.1.0.0/31', ['10.1.0.0/31'], ['10.1.0.1']],
    ['fd00::1/127', ['fd00::1/127'], ['fd00::']],
    ['10.1.0.2/29', ['10.1.0.2/29'], ['10.1.0.1']],
    ['10.2.0.0/24, fd00:2::/64', ['10.2.0.0/24', 'fd00:2::/64'], ['10.2.0.1', 'fd00:2::1']],
    ['10.1.0.1/255.255.0.0', ['10.1.0.1/16'], ['10.1.0.2']],
    [' FD00:0:0::1/64,10.1.0.1/24 , ', ['fd00::1/64', '10.1.0.1/24'], ['fd00::2', '10.1.0.2']],
  ] as const;
  for (const [address, canonical] of networks)
    expect(await server.given.location({ address })).toMatchObject({ address: canonical });
  const { configs } = await server.given.device(admin);
  expect(configs.map((config) => config.address)).toEqual(networks.map(([, , assigned]) => assigned));
});

test('stores any single-line name unchanged', async ({ server }) => {
  const admin = await server.given.admin();
  const names = [
    `Robert'); DROP TABLE location;--`,
    '<script>alert(1)</script>',
    '"quotes" \\ and %s',
    '사무실 🏢',
    '\u200fשלום',
  ];
  for (const name of names) {
    const { id } = await server.given.location({ name });
    expect(await admin.call(getLocation, { params: { id: String(id) } })).toMatchObject({ name });
  }
  expect((await admin.call(listLocations, {})).map((location) => location.name)).toEqual(names);
});
