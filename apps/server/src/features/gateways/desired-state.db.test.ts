import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type AppliedState, applyChange, fullState } from '../../../test/gateway-state/applied-state.ts';
import {
  change,
  type GivenLocation,
  givenLocation,
  type StateFixture,
  setAddress,
  setAssignment,
  startStateFixture,
} from '../../../test/gateway-state/state-fixture.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { idFromBytes } from './gateway-state.ts';
import { purgeRemovedPeers } from './state-history.queries.ts';

const users = 2;
const devices = 5;
const device = fc.nat(devices - 1);

/** What can happen to a location. Numbers have small ranges, so that several steps change the same rows. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place'), device, host: fc.integer({ min: 2, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave'), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('key'), device, key: fc.nat(6) }) },
  fc.record({ kind: fc.constant('configured'), device, is: fc.boolean() }),
  fc.record({ kind: fc.constant('active'), user: fc.nat(users - 1), is: fc.boolean() }),
  fc.record({ kind: fc.constant('keepalive'), seconds: fc.nat(2) }),
  fc.record({ kind: fc.constant('mfa'), mode: fc.constantFrom('disabled', 'internal') }),
  fc.record({ kind: fc.constant('interface'), port: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('nothing') }),
  fc.record({ kind: fc.constant('purge') }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

it('brings a gateway from any version to the current one, after any changes', { timeout: 120_000 }, async () => {
  await using bench = await startStateFixture();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
      const location = await givenLocation(bench.db, { users, devices });
      await change(bench, location.id, undefined, async () => undefined);
      const versions: AppliedState[] = [await readFull(bench, location)];
      for (const taken of steps) {
        await take(bench, location, taken);
        const next = await readFull(bench, location);
        const last = versions.at(-1);
        expect(new Map(next.peers)).toEqual(await peersByTheRules(bench, location));
        // a new version for every change, none without a change, and always increasing
        expect({ ...next, version: last?.version === next.version }).toEqual({ ...next, version: same(last, next) });
        expect(next.version).toBeGreaterThanOrEqual(last?.version ?? 0);
        if (last?.version !== next.version) versions.push(next);
      }
      for (const held of versions) expect(await caughtUp(bench, location, held)).toEqual(versions.at(-1));
    }),
    { numRuns: 20 },
  );
});

function nameOf({ version, id }: AppliedState) {
  return { version, stateId: idFromBytes(Buffer.from(id, 'hex')) };
}

function same(one: AppliedState | undefined, other: AppliedState): boolean {
  const plain = (state: AppliedState | undefined) =>
    JSON.stringify([state?.interface, [...(state?.peers ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return plain(one) === plain(other);
}

async function readFull({ feed }: StateFixture, { id }: GivenLocation): Promise<AppliedState> {
  const read = await feed.read(id, { held: { version: 0, stateId: '' }, enforcesAccess: true });
  if (read.kind !== 'full') throw new Error(`a gateway without a state was sent: ${read.kind}`);
  return fullState(read.message);
}

/** The state of a gateway that held this one, after it caught up. */
async function caughtUp({ feed }: StateFixture, { id }: GivenLocation, held: AppliedState): Promise<AppliedState> {
  const read = await feed.read(id, { held: nameOf(held), enforcesAccess: true });
  if (read.kind === 'current') return held;
  if (read.kind === 'full') return fullState(read.message);
  if (read.kind === 'change') return applyChange(held, read.message);
  throw new Error('the location does not exist');
}

/** The expected peers, computed from the rows in another way than the product does. */
async function peersByTheRules({ db }: StateFixture, { id }: GivenLocation) {
  const { rows } = await sql<{ public_key: string; allowed_ips: string[]; keepalive: number; is_peer: boolean }>`
    select d.public_key, l.keepalive_seconds as keepalive, array[host(a.address) || '/32'] as allowed_ips,
      d.configured and u.is_active and l.mfa_mode = 'disabled' as is_peer
    from device d, "user" u, location l, device_address a
    where u.id = d.user_id and l.id = ${id} and a.location_id = l.id and a.device_id = d.id`.execute(db);
  const peers = rows.filter((row) => row.is_peer);
  return new Map(
    peers.map((row) => [row.public_key, { allowedIps: row.allowed_ips, keepaliveSeconds: row.keepalive }]),
  );
}

async function take(bench: StateFixture, { id, userIds, deviceIds }: GivenLocation, taken: Step): Promise<void> {
  const run = (devices: readonly number[] | undefined, work: (tx: Tx) => Promise<unknown>) =>
    change(bench, id, devices, work);
  const deviceOf = (index: number) => deviceIds[index] ?? 0;
  switch (taken.kind) {
    case 'place': {
      const deviceId = deviceOf(taken.device);
      const address = `10.0.${taken.device}.${taken.host}`;
      return run([deviceId], (tx) => setAssignment(tx, id, deviceId, address));
    }
    case 'leave': {
      const deviceId = deviceOf(taken.device);
      return run([deviceId], (tx) => sql`delete from device_location where device_id = ${deviceId}`.execute(tx));
    }
    case 'key': {
      const deviceId = deviceOf(taken.device);
      const key = Buffer.alloc(32, taken.key).fill(id, 0, 4).toString('base64');
      return run([deviceId], (tx) =>
        sql`update device set public_key = ${key} where id = ${deviceId}
          and not exists (select from device where public_key = ${key})`.execute(tx),
      );
    }
    case 'configured': {
      const deviceId = deviceOf(taken.device);
      return run([deviceId], (tx) =>
        sql`update device set configured = ${taken.is} where id = ${deviceId}`.execute(tx),
      );
    }
    case 'active':
      return run(deviceIds, (tx) =>
        sql`update "user" set is_active = ${taken.is} where id = ${userIds[taken.user]}`.execute(tx),
      );
    case 'keepalive':
      return run(undefined, (tx) =>
        sql`update location set keepalive_seconds = ${taken.seconds} where id = ${id}`.execute(tx),
      );
    case 'mfa':
      return run(undefined, (tx) => sql`update location set mfa_mode = ${taken.mode} where id = ${id}`.execute(tx));
    case 'interface':
      return run([], async (tx) => {
        await sql`update location set port = ${51_820 + taken.port} where id = ${id}`.execute(tx);
        await setAddress(tx, id, `10.0.0.${taken.port}/16`);
      });
    case 'nothing':
      return run(deviceIds, async () => undefined);
    case 'purge':
      bench.clock.advance({ hours: 1 });
      await inTransaction(bench.db, (tx) => purgeRemovedPeers(tx, bench.clock.now()));
  }
}

it('recomputes the peers of several locations together, each under its own next version', async () => {
  await using bench = await startStateFixture();
  const locations = [
    await givenLocation(bench.db, { users: 1, devices: 2 }),
    await givenLocation(bench.db, { users: 1, devices: 1 }),
    await givenLocation(bench.db, { users: 1, devices: 1 }),
  ];
  const [first, second, unchanged] = locations;
  const [one = 0, another = 0] = first?.deviceIds ?? [];
  // the second location has no state yet, and the third already has this one
  for (const location of [first, unchanged]) {
    await change(bench, location?.id ?? 0, undefined, (tx) =>
      setAssignment(tx, location?.id ?? 0, another, '10.0.0.9'),
    );
  }
  const versions = async () =>
    (await bench.database.query('select location_id as id, version from location_state order by 1')).map((row) => [
      row['id'],
      Number(row['version']),
    ]);
  expect(await versions()).toEqual([
    [first?.id, 1],
    [unchanged?.id, 1],
  ]);
  await inTransaction(bench.db, async (tx) => {
    for (const location of [first, second]) await setAssignment(tx, location?.id ?? 0, one, '10.0.0.2');
    const deviceIds = [one, another];
    const assignments = locations.flatMap(({ id }) =>
      deviceIds.map((deviceId) => ({ location_id: id, device_id: deviceId })),
    );
    await bench.state.recomputePeers(tx, [...assignments, { location_id: 1_000_000, device_id: one }]);
  });
  expect(await versions()).toEqual([
    [first?.id, 2],
    [second?.id, 1],
    [unchanged?.id, 1],
  ]);
  for (const location of locations) {
    expect(new Map((await readFull(bench, location)).peers)).toEqual(await peersByTheRules(bench, location));
  }
});

it('sends every change to a gateway that follows while changes overlap', async () => {
  await using bench = await startStateFixture();
  const location = await givenLocation(bench.db, { users: 2, devices: 40 });
  await change(bench, location.id, undefined, async () => undefined);
  let held = await readFull(bench, location);
  let busy = true;
  const changes = Promise.all(
    location.deviceIds.map((deviceId, nth) =>
      change(bench, location.id, [deviceId], (tx) => setAssignment(tx, location.id, deviceId, `10.0.1.${nth + 1}`)),
    ),
  ).finally(() => {
    busy = false;
  });
  while (busy) {
    held = await caughtUp(bench, location, held);
    // version 1 had no peers and each later one has one more: peers and version are consistent
    expect(held.peers.size).toBe(held.version - 1);
  }
  await changes;
  held = await caughtUp(bench, location, held);
  expect(held.peers.size).toBe(40);
  expect(held).toEqual(await readFull(bench, location));
});

it('sends the difference of one device among 20 000 without reading the others', async () => {
  await using bench = await startStateFixture();
  const location = await givenLocation(bench.db, { users: 100, devices: 20_000 });
  const [first = 0] = location.deviceIds;
  await change(bench, location.id, undefined, async (tx) => {
    await sql`insert into device_location (device_id, location_id)
      select id, ${location.id} from unnest(${[...location.deviceIds]}::int[]) id`.execute(tx);
    await sql`insert into device_address (device_id, location_id, position, address)
      select id, ${location.id}, 0, '10.0.0.1'::inet + (id - ${first} + 1)
      from unnest(${[...location.deviceIds]}::int[]) id`.execute(tx);
  });
  await sql`analyze`.execute(bench.db);
  const held = await readFull(bench, location);
  expect(held.peers.size).toBe(20_000);
  const before = await rowsRead(bench);
  await change(bench, location.id, [first], (tx) => setAssignment(tx, location.id, first, '10.0.200.200'));
  const read = await bench.feed.read(location.id, { held: nameOf(held), enforcesAccess: true });
  expect(read.kind === 'change' && read.message.upsertedPeers).toHaveLength(1);
  expect((await rowsRead(bench)) - before).toBeLessThan(200);
});

/** How many rows of the tables that peers follow from were read so far, by scan or by index. */
async function rowsRead({ db }: StateFixture): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_user_tables
    where relname in ('peer', 'device', 'device_location', 'device_address', 'user')`.execute(db);
  return rows[0]?.read ?? 0;
}
