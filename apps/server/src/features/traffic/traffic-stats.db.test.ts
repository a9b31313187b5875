import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, type TrafficDevice } from '../../../test/given/traffic.ts';

/** Sends a report in which each device's handshake was the given number of seconds ago. */
async function shakeHands(given: GivenTraffic, location: number, ...devices: [TrafficDevice, secondsAgo: number][]) {
  const peers = devices.map(([device, handshakeSecondsAgo]) => ({ device, handshakeSecondsAgo }));
  await given.report(location, await given.gateway(location), peers);
}

it('counts users by their user devices, and devices by their kind', async () => {
  await using given = await givenTraffic();
  const [here, there] = [await given.location(), await given.location()];
  const laptop = await given.device([here, there]);
  const phone = await given.device([here], { userId: laptop.userId });
  const printer = await given.device([here], { userId: laptop.userId, kind: 'network' });
  const other = await given.device([there]);
  await shakeHands(given, here, [laptop, 10], [phone, 20], [printer, 30]);
  await shakeHands(given, there, [laptop, 10], [other, 10]);
  expect(await given.stats.summarise(here, undefined)).toMatchObject({
    current_active_users: 1,
    current_active_user_devices: 2,
    current_active_network_devices: 1,
  });
  expect(await given.stats.summarise(undefined, undefined)).toMatchObject({
    current_active_users: 2,
    current_active_user_devices: 3,
    current_active_network_devices: 1,
    active_users: 2,
    active_user_devices: 3,
    active_network_devices: 1,
  });
});

it('counts handshakes within eight minutes as current, and those since the requested time as active', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const location = await given.location();
  const devices = await Promise.all([1, 2, 3, 4].map(() => given.device([location])));
  const [just, still, gone, old] = devices as [TrafficDevice, TrafficDevice, TrafficDevice, TrafficDevice];
  await shakeHands(given, location, [just, 0], [still, 480], [gone, 481], [old, 7200]);
  const counts = async (from: string | undefined) => {
    const { current_active_users, active_users } = await given.stats.summarise(location, from);
    return [current_active_users, active_users];
  };
  expect(await counts(undefined)).toEqual([2, 3]);
  expect(await counts('2030-01-15T08:00:00Z')).toEqual([2, 4]);
  expect(await counts('2030-01-15T09:55:00Z')).toEqual([2, 1]);
  const { user_devices } = await given.stats.listConnected(location, '2030-01-15T01:00:00Z');
  expect(user_devices.map(({ user }) => user.id)).toEqual([just.userId, still.userId]);
});

it('shows a device as connected since the first handshake after a gap of more than eight minutes', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const location = await given.location();
  const gateway = await given.gateway(location);
  const device = await given.device([location]);
  const since = async () => {
    await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0 }]);
    const { user_devices } = await given.stats.listConnected(location, undefined);
    return user_devices[0]?.devices[0]?.connected_at;
  };
  expect(await since()).toBe('2030-01-15T10:00:00');
  given.clock.advance({ minutes: 8 });
  expect(await since()).toBe('2030-01-15T10:00:00');
  given.clock.advance({ minutes: 8, seconds: 1 });
  expect(await since()).toBe('2030-01-15T10:16:01');
});

it('lists connected users with their devices, and network devices separately, with addresses', async () => {
  await using given = await givenTraffic();
  const location = await given.location();
  const device = await given.device([location]);
  const printer = await given.device([location], { kind: 'network' });
  await given.database.query('insert into device_location (device_id, location_id) values ($1, $3), ($2, $3)', [
    device.id,
    printer.id,
    location,
  ]);
  await given.database.query(
    `insert into device_address (device_id, location_id, position, address)
     values ($1, $2, 1, 'fd00::2/64'), ($1, $2, 0, '10.1.0.2/24')`,
    [device.id, location],
  );
  const gateway = await given.gateway(location);
  await given.report(location, gateway, [
    { device, handshakeSecondsAgo: 1, endpoint: '[2001:db8::7]:4000' },
    { device: printer, handshakeSecondsAgo: 1, endpoint: '' },
  ]);
  const { user_devices, network_devices } = await given.stats.listConnected(location, undefined);
  expect(user_devices).toMatchObject([
    {
      user: { id: device.userId },
      devices: [{ id: device.id, wireguard_ips: ['10.1.0.2', 'fd00::2'], public_ip: '2001:db8::7', stats: [] }],
    },
  ]);
  expect(network_devices).toMatchObject([{ id: printer.id, wireguard_ips: [], public_ip: null }]);
});

it('lists connected users by page, sorted by name, before network devices', async () => {
  await using given = await givenTraffic();
  const location = await given.location();
  const gateway = await given.gateway(location);
  const devices = await Promise.all([1, 2, 3].map(() => given.device([location])));
  const [first] = devices;
  devices.push(await given.device([location], { userId: first?.userId ?? 0 }));
  const printer = await given.device([location], { kind: 'network' });
  await given.report(
    location,
    gateway,
    [...devices, printer].map((device) => ({ device, sent: 1, handshakeSecondsAgo: 1 })),
  );
  const all = await given.stats.listConnected(location, undefined);
  expect(all.user_devices.map((each) => each.devices.length).toSorted()).toEqual([1, 1, 2]);
  expect('total_items' in all).toBe(false);
  const page = (number: number) => given.stats.listConnected(location, undefined, { page: number, page_size: 2 });
  expect(await page(1)).toEqual({ user_devices: all.user_devices.slice(0, 2), network_devices: [], total_items: 4 });
  const { network_devices } = all;
  expect(await page(2)).toEqual({ user_devices: all.user_devices.slice(2), network_devices, total_items: 4 });
  expect(await page(3)).toEqual({ user_devices: [], network_devices: [], total_items: 4 });
});

it('lists those connected users and devices that match a search', async () => {
  await using given = await givenTraffic();
  const location = await given.location();
  const gateway = await given.gateway(location);
  const laptop = await given.device([location]);
  const phone = await given.device([location], { userId: laptop.userId });
  const other = await given.device([location]);
  await given.database.query('insert into device_location (device_id, location_id) values ($1, $2)', [
    phone.id,
    location,
  ]);
  await given.database.query(
    `insert into device_address (device_id, location_id, position, address) values ($1, $2, 0, 'fd00::ab/64')`,
    [phone.id, location],
  );
  await given.database.query(
    `update "user" set username = 'Zoe%', first_name = 'Zofia', last_name = 'Żak', email = 'zz@example.com' where id = $1`,
    [laptop.userId],
  );
  await given.report(location, gateway, [
    { device: laptop, handshakeSecondsAgo: 1, endpoint: '203.0.113.1:4321' },
    { device: phone, handshakeSecondsAgo: 1, endpoint: '[2001:db8::7]:4321' },
    { device: other, handshakeSecondsAgo: 1, endpoint: '203.0.113.2:4321' },
  ]);
  const found = async (search: string) => {
    const { user_devices, total_items } = await given.stats.listConnected(location, undefined, { search });
    expect(user_devices).toHaveLength(total_items ?? 0);
    return user_devices.flatMap(({ devices }) => devices.map(({ id }) => id));
  };
  for (const own of ['zoe%', 'fia ż', 'ZZ@', 'żakzofia']) expect(await found(own)).toEqual([laptop.id, phone.id]);
  for (const address of ['fd00::a', '2001:db8::7']) expect(await found(address)).toEqual([phone.id]);
  expect(await found('203.0.113.2')).toEqual([other.id]);
  expect(await found('%')).toEqual([laptop.id, phone.id]);
  expect(await found('4321')).toEqual([]);
});

it('shows the oldest 360 minutes, or hours if the requested time is at least six hours ago', async () => {
  await using given = await givenTraffic('2030-01-15T04:00:00Z');
  const location = await given.location();
  const gateway = await given.gateway(location);
  const device = await given.device([location]);
  let sent = 0;
  for (let minute = 0; minute <= 365; minute += 1) {
    await given.report(location, gateway, [{ device, sent, handshakeSecondsAgo: 0 }]);
    sent += 1;
    given.clock.advance({ minutes: 1 });
  }
  // it is 10:06, and there was traffic in each minute from 4:01 to 10:05
  const minutes = await given.stats.summarise(location, '2030-01-15T04:06:00.001Z');
  expect(minutes.transfer_series).toHaveLength(360);
  expect(minutes.transfer_series[0]).toEqual({ collected_at: '2030-01-15T04:06:00', upload: 1, download: 0 });
  expect(minutes.upload).toBe(360);
  const hours = await given.stats.summarise(location, '2030-01-15T06:06:00+02:00');
  expect(hours.transfer_series.map(({ collected_at, upload }) => [collected_at, upload])).toEqual([
    ['2030-01-15T04:00:00', 59],
    ...['05', '06', '07', '08', '09'].map((hour) => [`2030-01-15T${hour}:00:00`, 60]),
    ['2030-01-15T10:00:00', 6],
  ]);
  expect(hours.upload).toBe(365);
  expect(await given.stats.summarise(undefined, '2030-01-15T04:06:00Z')).toEqual(hours);
});

it('shows the oldest buckets when a location was busy for weeks', async () => {
  await using given = await givenTraffic('2030-02-15T00:00:00Z');
  const location = await given.location();
  await given.database.query(
    `insert into traffic_total (location_id, step, starts_at, upload, download)
     select $1, 'hour', h, 1, 2 from generate_series('2030-01-01Z'::timestamptz, '2030-02-01Z', '1 hour') h`,
    [location],
  );
  const { transfer_series, upload, download } = await given.stats.summarise(location, '2030-01-10T00:30:00Z');
  expect(transfer_series).toHaveLength(360);
  expect(transfer_series[0]?.collected_at).toBe('2030-01-10T00:00:00');
  expect(transfer_series.at(-1)?.collected_at).toBe('2030-01-24T23:00:00');
  expect([upload, download]).toEqual([360, 720]);
});

it('rejects unknown locations and times in the future', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const location = await given.location();
  await expect(given.stats.summarise(location + 1, undefined)).rejects.toEqual(new DomainError('location_not_found'));
  await expect(given.stats.listConnected(location + 1, undefined)).rejects.toThrow('location_not_found');
  await expect(given.stats.summarise(location, '2030-01-15T10:00:00.001Z')).rejects.toThrow('time_in_future');
  expect((await given.stats.summarise(location, '2030-01-15T11:00:00+01:00')).transfer_series).toEqual([]);
});

it('counts and names who is connected to each location, those who connected last first', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const [here, there, empty] = [await given.location(), await given.location(), await given.location()];
  const laptop = await given.device([here, there]);
  const phone = await given.device([here], { userId: laptop.userId });
  const printer = await given.device([here], { kind: 'network' });
  const other = await given.device([here, there]);
  const gone = await given.device([there]);
  await shakeHands(given, here, [laptop, 300], [phone, 20], [printer, 30], [other, 60]);
  await shakeHands(given, there, [laptop, 10], [gone, 500]);
  // the same device at a second gateway
  await shakeHands(given, here, [laptop, 280]);
  const nameOf = async (userId: number) => {
    const [row] = await given.database.query('select username from "user" where id = $1', [userId]);
    return String(row?.['username']);
  };
  const stats = await given.stats.listByLocation(undefined, undefined);
  expect(stats.map(({ location_id }) => location_id)).toEqual([here, there, empty]);
  expect(stats[0]).toMatchObject({
    current_active_users: 2,
    current_active_user_devices: 3,
    current_active_network_devices: 1,
    people: [{ username: await nameOf(laptop.userId) }, { username: await nameOf(other.userId) }],
  });
  expect(stats[1]).toMatchObject({ current_active_users: 1, people: [{ username: await nameOf(laptop.userId) }] });
  expect(stats[2]).toMatchObject({
    current_active_users: 0,
    current_active_user_devices: 0,
    people: [],
    upload: 0,
    transfer_series: [],
  });
  const [first] = await given.stats.listByLocation(undefined, 1);
  expect(first).toMatchObject({ current_active_users: 2, people: [{ username: await nameOf(laptop.userId) }] });
});

it('shows the traffic of each location in the requested time', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:30Z');
  const [here, there] = [await given.location(), await given.location()];
  const [device, other] = [await given.device([here]), await given.device([there])];
  const gateways = [await given.gateway(here), await given.gateway(there)];
  const report = async (bytes: number) => {
    await given.report(here, gateways[0] ?? '', [{ device, sent: bytes, received: 2 * bytes, handshakeSecondsAgo: 1 }]);
    await given.report(there, gateways[1] ?? '', [{ device: other, sent: 3 * bytes, handshakeSecondsAgo: 1 }]);
  };
  await report(0);
  given.clock.advance({ seconds: 5 });
  await report(100);
  given.clock.advance({ minutes: 30 });
  await report(300);
  const totals = async (from: string) =>
    (await given.stats.listByLocation(from, undefined)).map(({ upload, download }) => [upload, download]);
  expect(await totals('2030-01-15T09:40:00Z')).toEqual([
    [300, 600],
    [900, 0],
  ]);
  expect(await totals('2030-01-15T10:20:00Z')).toEqual([
    [200, 400],
    [600, 0],
  ]);
  await expect(given.stats.listByLocation('2030-01-16T00:00:00Z', undefined)).rejects.toThrow(
    new DomainError('time_in_future', { field: 'from' }),
  );
});
