import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { change, givenLocation, setAssignment, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { purgeRemovedPeers } from './purge-removed-peers.job.ts';

const log = pino({ level: 'silent' });

it('purges removed peers after a week; a gateway that was disconnected for longer gets the full state', async () => {
  await using bench = await startStateFixture();
  const { db, clock, feed } = bench;
  const location = await givenLocation(db, { users: 1, devices: 2 });
  const [removed = 0, remaining = 0] = location.deviceIds;
  await change(bench, location.id, [removed, remaining], async (tx) => {
    await setAssignment(tx, location.id, removed, '10.0.0.2');
    await setAssignment(tx, location.id, remaining, '10.0.0.3');
  });
  await change(bench, location.id, [removed], (tx) =>
    sql`delete from device_location where device_id = ${removed}`.execute(tx),
  );
  const states = await bench.database.query('select version, state_id from location_state_history');
  const kindFor = async (version: number) => {
    const stateId = String(states.find((state) => Number(state['version']) === version)?.['state_id']);
    return (await feed.read(location.id, { held: { version, stateId }, enforcesAccess: true })).kind;
  };
  clock.advance({ hours: 24 * 7 });
  await purgeRemovedPeers.run({ db, clock, log }, {});
  expect(await kindFor(1)).toBe('change');
  clock.advance({ seconds: 1 });
  await purgeRemovedPeers.run({ db, clock, log }, {});
  expect([await kindFor(1), await kindFor(2)]).toEqual(['full', 'current']);
  expect(await bench.database.query('select count(*)::int from peer')).toEqual([{ count: 1 }]);
});
