import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { change, givenLocation, setPlace, startStateBench } from '../../../test/gateway-state/state-bench.ts';
import { createEvents } from '../../platform/events/events.ts';
import { forgetRemovedPeers } from './forget-removed-peers.job.ts';
import { noteLostGateways } from './note-lost-gateways.job.ts';

const log = pino({ level: 'silent' });

it('forgets removed peers after a week; who was away for longer gets the whole state', async () => {
  await using bench = await startStateBench();
  const { db, clock, feed } = bench;
  const location = await givenLocation(db, { users: 1, devices: 2 });
  const [gone = 0, stays = 0] = location.deviceIds;
  await change(bench, location.id, [gone, stays], async (tx) => {
    await setPlace(tx, location.id, gone, '10.0.0.2');
    await setPlace(tx, location.id, stays, '10.0.0.3');
  });
  await change(bench, location.id, [gone], (tx) =>
    sql`delete from device_location where device_id = ${gone}`.execute(tx),
  );
  const states = await bench.database.query('select version, state_id from location_state_history');
  const kindFor = async (version: number) => {
    const stateId = String(states.find((state) => Number(state['version']) === version)?.['state_id']);
    return (await feed.read(location.id, { held: { version, stateId } })).kind;
  };
  clock.advance({ hours: 24 * 7 });
  await forgetRemovedPeers.run({ db, clock, log }, {});
  expect(await kindFor(1)).toBe('change');
  clock.advance({ seconds: 1 });
  await forgetRemovedPeers.run({ db, clock, log }, {});
  expect([await kindFor(1), await kindFor(2)]).toEqual(['full', 'current']);
  expect(await bench.database.query('select count(*)::int from peer')).toEqual([{ count: 1 }]);
});

it('tells once of a gateway whose core died', async () => {
  await using bench = await startStateBench();
  const { db, clock, database } = bench;
  const location = await givenLocation(db, { users: 1, devices: 1 });
  await change(bench, location.id, undefined, async () => undefined);
  const insert = `insert into gateway (id, location_id, hostname, agent_version, credential_hash, created_at, connected, seen_at)
    select gen_random_uuid(), $1, h, '1', sha256(h::bytea), $2, true, $2 from unnest($3::text[]) h`;
  await database.query(insert, [location.id, clock.now(), ['dead']]);
  clock.advance({ seconds: 31 });
  await database.query(insert, [location.id, clock.now(), ['alive']]);
  const job = noteLostGateways(createEvents({ listen: () => () => undefined }, log));
  await job.run({ db, clock, log }, {});
  await job.run({ db, clock, log }, {});
  const told = await database.query(
    "select payload->'gateway'->>'hostname' as name from event where type = 'gateway.disconnected'",
  );
  expect(told).toEqual([{ name: 'dead' }]);
  const [dead] = await database.query(
    "select connected, disconnected_at = seen_at as since from gateway where hostname = 'dead'",
  );
  expect(dead).toEqual({ connected: false, since: true });
});
