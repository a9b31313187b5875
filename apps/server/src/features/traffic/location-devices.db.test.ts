import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, type TrafficDevice } from '../../../test/given/traffic.ts';

const standard = { page: 1, page_size: 50, sort_by: 'name', sort_order: 'asc' } as const;

async function givenLocationWithDevices(given: GivenTraffic) {
  const [location, elsewhere] = [await given.location(), await given.location()];
  const [idle, recent, connected] = [
    await given.device([location]),
    await given.device([location]),
    await given.device([location, elsewhere]),
  ];
  await given.device([elsewhere]);
  for (const [nth, device] of [idle, recent, connected].entries()) {
    await given.database.query('insert into device_location (device_id, location_id) values ($1, $2)', [
      device.id,
      location,
    ]);
    await given.database.query(
      'insert into device_address (device_id, location_id, position, address) values ($1, $2, 0, $3)',
      [device.id, location, `10.1.0.${nth + 2}`],
    );
  }
  const gateway = await given.gateway(location);
  await given.report(location, gateway, [
    { device: recent, handshakeSecondsAgo: 3_600, endpoint: '203.0.113.8:40000' },
    { device: connected, handshakeSecondsAgo: 10 },
  ]);
  return { location, elsewhere, gateway, idle, recent, connected };
}

const namesOf = (devices: readonly { name: string }[]) => devices.map(({ name }) => name);

it('lists the devices of a location with address, owner and last connection', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { location, idle, recent, connected } = await givenLocationWithDevices(given);
  const { data, total_items } = await given.stats.listDevices(location, standard);
  expect(total_items).toBe(3);
  const byName = (device: TrafficDevice) => data.find(({ name }) => name === device.name);
  expect(byName(idle)).toMatchObject({
    wireguard_ips: ['10.1.0.2'],
    last_connected_at: null,
    last_connected_ip: null,
    is_active: false,
  });
  expect(byName(recent)).toMatchObject({
    last_connected_at: '2030-01-15T09:00:00',
    last_connected_ip: '203.0.113.8',
    is_active: false,
  });
  expect(byName(connected)).toMatchObject({ last_connected_at: '2030-01-15T09:59:50', is_active: true });
});

it('sorts by the last connection, with devices that never connected last', async () => {
  await using given = await givenTraffic();
  const { location, idle, recent, connected } = await givenLocationWithDevices(given);
  const sorted = async (sort_order: 'asc' | 'desc') =>
    namesOf((await given.stats.listDevices(location, { ...standard, sort_by: 'last_connected', sort_order })).data);
  expect(await sorted('desc')).toEqual(namesOf([connected, recent, idle]));
  expect(await sorted('asc')).toEqual(namesOf([recent, connected, idle]));
});

it('returns a page of the devices that match a name, an owner or an address', async () => {
  await using given = await givenTraffic();
  const { location, recent } = await givenLocationWithDevices(given);
  const list = (choice: object) => given.stats.listDevices(location, { ...standard, ...choice });
  const all = namesOf((await list({})).data);
  expect(await list({ page: 2, page_size: 2 })).toMatchObject({ data: [{ name: all[2] }], total_items: 3 });
  expect(await list({ page: 9 })).toEqual({ data: [], total_items: 3 });
  expect(namesOf((await list({ search: '10.1.0.3' })).data)).toEqual([recent.name]);
  expect(namesOf((await list({ search: recent.name.toUpperCase() })).data)).toEqual([recent.name]);
  expect(await list({ search: '%' })).toEqual({ data: [], total_items: 0 });
});

it('rejects an unknown location', async () => {
  await using given = await givenTraffic();
  await expect(given.stats.listDevices(2_147_483_647, standard)).rejects.toThrow(DomainError);
});

it('lists the devices that are connected through a gateway', async () => {
  await using given = await givenTraffic();
  const { location, gateway, recent } = await givenLocationWithDevices(given);
  const other = await given.gateway(location);
  const connectedThrough = (connected_through: string) =>
    given.stats.listDevices(location, { ...standard, connected_through });
  expect(await connectedThrough(gateway)).toMatchObject({ data: [{ is_active: true }], total_items: 1 });
  expect(await connectedThrough(other)).toEqual({ data: [], total_items: 0 });
  // it moves to the other gateway
  await given.report(location, other, [{ device: recent, handshakeSecondsAgo: 5 }]);
  expect(namesOf((await connectedThrough(other)).data)).toEqual([recent.name]);
  expect((await connectedThrough(gateway)).total_items).toBe(1);
});
