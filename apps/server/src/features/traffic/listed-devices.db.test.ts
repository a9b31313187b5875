import type { ListedDevice } from '@gatewarden/contract/traffic';
import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, type TrafficDevice } from '../../../test/given/traffic.ts';
import { presentListedDevice } from './traffic.present.ts';

async function listAll(given: GivenTraffic): Promise<ListedDevice[]> {
  const parts = await Array.fromAsync(given.stats.listAllDevices());
  return parts.flat().map(presentListedDevice);
}

async function assign(given: GivenTraffic, device: TrafficDevice, location: number, addresses: string[]) {
  await given.database.query('insert into device_location (device_id, location_id) values ($1, $2)', [
    device.id,
    location,
  ]);
  await given.database.query(
    `insert into device_address (device_id, location_id, position, address)
     select $1, $2, position, address from unnest($3::inet[]) with ordinality as a (address, position)`,
    [device.id, location, addresses],
  );
}

it('lists devices of all users with owner, addresses, and where they are connected', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const [warsaw, seoul] = [await given.location(), await given.location()];
  const [idle, recent, connected] = [
    await given.device([]),
    await given.device([warsaw]),
    await given.device([warsaw, seoul]),
  ];
  await assign(given, recent, warsaw, ['10.1.0.2']);
  await assign(given, connected, seoul, ['10.2.0.2']);
  await assign(given, connected, warsaw, ['10.1.0.3', 'fd00::3']);
  const [inWarsaw, inSeoul] = [await given.gateway(warsaw), await given.gateway(seoul)];
  await given.report(warsaw, inWarsaw, [
    { device: recent, handshakeSecondsAgo: 3_600 },
    { device: connected, handshakeSecondsAgo: 7_200 },
  ]);
  await given.report(seoul, inSeoul, [{ device: connected, handshakeSecondsAgo: 10 }]);
  const list = await listAll(given);
  const [ip4, ip6] = ['10.1.0.3', 'fd00::3'];
  expect(list.map(({ id }) => id)).toEqual([idle.id, recent.id, connected.id]);
  expect(list).toMatchObject([
    { name: idle.name, is_user_active: true, last_connected_at: null, networks: [], stopped_at: null },
    {
      last_connected_at: '2030-01-15T09:00:00',
      networks: [{ network_id: warsaw, wireguard_ips: ['10.1.0.2'], is_active: false }],
    },
    {
      username: expect.any(String),
      wireguard_pubkey: connected.publicKey.toString('base64'),
      last_connected_at: '2030-01-15T09:59:50',
      networks: [
        { network_id: warsaw, wireguard_ips: [ip4, ip6], is_active: false },
        { network_id: seoul, wireguard_ips: ['10.2.0.2'], is_active: true },
      ],
    },
  ]);
});

it('lists no network devices, and each device once in a list of several parts', async () => {
  await using given = await givenTraffic();
  const location = await given.location();
  await given.device([], { kind: 'network' });
  const { userId } = await given.device([]);
  await given.database.query(
    `insert into device (user_id, kind, name, public_key, configured, created_at)
     select $1, 'user', 'phone ' || n, 'key ' || n, true, now() from generate_series(1, 3000) as n`,
    [userId],
  );
  await given.database.query(
    "insert into device_location (device_id, location_id) select id, $1 from device where kind = 'user'",
    [location],
  );
  const list = await listAll(given);
  expect(new Set(list.map(({ id }) => id)).size).toBe(3_001);
  expect(list).toHaveLength(3_001);
  expect(list.every(({ networks }) => networks.length === 1)).toBe(true);
});
