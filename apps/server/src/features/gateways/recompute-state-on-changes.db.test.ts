import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { change, givenLocation, setAssignment, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { recomputeStateOnChanges } from './recompute-state-on-changes.ts';

it('includes network devices as peers only while their owners are active', async () => {
  await using bench = await startStateFixture();
  const { db, state, database } = bench;
  const events = createEvents({ listen: () => () => undefined }, pino({ level: 'silent' }));
  recomputeStateOnChanges(events, state);
  const location = await givenLocation(db, { users: 2, devices: 4 });
  const [owner = 0] = location.userIds;
  await change(bench, location.id, undefined, async (tx) => {
    await sql`update device set kind = 'network'`.execute(tx);
    for (const [nth, id] of location.deviceIds.entries()) await setAssignment(tx, location.id, id, `10.0.0.${nth + 2}`);
  });
  const setActive = (is: boolean) =>
    inTransaction(db, async (tx) => {
      await sql`update "user" set is_active = ${is} where id = ${owner}`.execute(tx);
      await events.signal(tx, 'users.access-changed', { userIds: [owner] });
    });
  const owners = async () => {
    const rows = await database.query(
      'select distinct d.user_id from peer p join device d on d.id = p.device_id where not p.removed order by 1',
    );
    return rows.map((row) => row['user_id']);
  };
  await setActive(false);
  expect(await owners()).toEqual(location.userIds.slice(1));
  await setActive(true);
  expect(await owners()).toEqual(location.userIds);
});
