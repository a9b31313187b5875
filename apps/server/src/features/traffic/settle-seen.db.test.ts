import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, type TrafficDevice } from '../../../test/given/traffic.ts';
import { givenDatabaseBefore, migrateWith, releasedMigrations } from '../../../test/migrations-folder.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { deleteLatest } from './roll-up.queries.ts';
import { purgeDeletedTraffic } from './roll-up.ts';
import { settleSeen } from './settle-seen.ts';

const currentMinutes = 8;

/** Counts from the samples of the devices, without what is stored for counting. */
async function countSamples({ db, clock }: GivenTraffic, from: string) {
  const currentSince = new Date(clock.now().getTime() - currentMinutes * 60_000);
  const { rows } = await sql`
    with seen as (
      select d.id, d.user_id, d.kind, max(t.latest_handshake) as latest,
        max(t.latest_handshake) filter (where not t.removed) as allowed
      from traffic_latest t join device d on d.id = t.device_id group by d.id
    )
    select count(distinct user_id) filter (where kind = 'user' and allowed >= ${currentSince}) as current_active_users,
      count(*) filter (where kind = 'user' and allowed >= ${currentSince}) as current_active_user_devices,
      count(*) filter (where kind = 'network' and allowed >= ${currentSince}) as current_active_network_devices,
      count(distinct user_id) filter (where kind = 'user' and latest >= ${from}) as active_users,
      count(*) filter (where kind = 'user' and latest >= ${from}) as active_user_devices,
      count(*) filter (where kind = 'network' and latest >= ${from}) as active_network_devices
    from seen`.execute(db);
  return rows[0];
}

/** Two users with two user devices each, and a network device; all may use both locations. */
async function givenTwoLocations(given: GivenTraffic) {
  const locations = [await given.location(), await given.location()];
  const laptop = await given.device(locations);
  const other = await given.device(locations);
  const devices = [
    ...[laptop, other],
    await given.device(locations, { userId: laptop.userId }),
    await given.device(locations, { userId: other.userId }),
    await given.device(locations, { kind: 'network' }),
  ];
  const gateways = await Promise.all(locations.map((location) => given.gateway(location)));
  const places = locations.map((location, index) => ({ location, gateway: gateways[index] ?? '' }));
  return { places, devices };
}

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom('report', 'report', 'report', 'remove', 'delete', 'settle', 'purge'),
    place: fc.nat(1),
    device: fc.nat(4),
    seconds: fc.nat(700),
  }),
  { minLength: 5, maxLength: 25 },
);

it('counts the same as the samples of all devices, whatever was reported, removed and deleted', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (steps) => {
      await using given = await givenTraffic('2030-01-15T10:00:17.250Z');
      const { places, devices } = await givenTwoLocations(given);
      for (const step of steps) {
        const place = places[step.place];
        const device = devices[step.device];
        if (!place || !device) throw new Error('no such place or device');
        await perform(given, step, place, device);
        given.clock.advance({ seconds: step.seconds });
      }
      for (const minutes of [1, 30, 600]) {
        const from = new Date(given.clock.now().getTime() - minutes * 61_000).toISOString();
        expect(await given.stats.summarise(undefined, from)).toMatchObject((await countSamples(given, from)) ?? {});
      }
    }),
    { numRuns: 6 },
  );
});

async function perform(
  given: GivenTraffic,
  { kind, seconds }: { kind: string; seconds: number },
  { location, gateway }: { location: number; gateway: string },
  device: TrafficDevice,
): Promise<void> {
  if (kind === 'report')
    await given.report(location, gateway, [{ device, sent: seconds, handshakeSecondsAgo: seconds }]);
  if (kind === 'settle') await settleSeen(given.db);
  if (kind === 'purge') await purgeDeletedTraffic(given.db, given.clock.now());
  if (kind === 'delete') await inTransaction(given.db, (tx) => deleteLatest(tx, [device.id]));
  if (kind === 'remove') {
    const values = [location, device.id];
    await given.database.query('delete from peer where location_id = $1 and device_id = $2', values);
    await given.traffic.publishDisconnections();
  }
}

it('counts users once who connect to several locations at the same time, also when replicas count at the same time', async () => {
  await using given = await givenTraffic();
  const { places, devices } = await givenTwoLocations(given);
  const users = devices.slice(0, 4).map((device) => ({ device, handshakeSecondsAgo: 1 }));
  for (let round = 0; round < 5; round += 1) {
    given.clock.advance({ minutes: 1 });
    await Promise.all([
      ...places.map(({ location, gateway }) => given.report(location, gateway, users)),
      ...[1, 2, 3].map(() => settleSeen(given.db)),
    ]);
    expect(await given.stats.summarise(undefined, undefined)).toMatchObject({
      current_active_users: 2,
      current_active_user_devices: 4,
      active_users: 2,
    });
  }
});

it('stores no counts of minutes in which no device was last seen', async () => {
  await using given = await givenTraffic();
  const { places, devices } = await givenTwoLocations(given);
  const [place] = places;
  const peers = devices.map((device) => ({ device, handshakeSecondsAgo: 0 }));
  for (let minute = 0; minute < 5; minute += 1) {
    await given.report(place?.location ?? 0, place?.gateway ?? '', peers);
    await settleSeen(given.db);
    given.clock.advance({ minutes: 1 });
  }
  const rows = await given.database.query('select subject, handshakes from traffic_seen_count order by subject');
  expect(rows).toEqual([
    { subject: 'network_device', handshakes: '1' },
    { subject: 'user', handshakes: '2' },
    { subject: 'user_device', handshakes: '4' },
  ]);
});

it('counts devices that were seen before the upgrade', async () => {
  await using database = await givenDatabaseBefore('0045-last-seen.sql');
  await database.query(`
    insert into "user" (username, first_name, last_name, email) values ('ada', 'Ada', 'Ada', 'ada@example.com');
    insert into device (user_id, kind, name, public_key, configured, created_at)
      select id, 'user', 'laptop ' || n, 'key ' || n, true, now() from "user", generate_series(1, 3) n;
    insert into traffic_latest select 1, id, gen_random_uuid(), 0, 0, '2030-01-15Z', null, '2030-01-15Z', false, false,
      '2030-01-15Z', 0, 0 from device`);
  await migrateWith(database, releasedMigrations);
  expect(await database.query('select sum(cardinality(device_ids))::int as devices from traffic_seen_change')).toEqual([
    { devices: 3 },
  ]);
});
