import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { recordEvents } from '../../../test/recorded-events.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { expireRules } from './expire-rules.job.ts';
import { insertRule, listRules, type RuleFields, type RuleState } from './rules.queries.ts';

const noRelations = {
  ...{ locations: [], aliases: [], allowed_users: [], denied_users: [], allowed_groups: [], denied_groups: [] },
  ...{ allowed_devices: [], denied_devices: [] },
};

it('ends deployed rules in the minute of their time, once, and no others', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const events = createEvents({ listen: () => () => undefined }, silent);
  const published = recordEvents(events);
  const clock = createTestClock();
  const job = expireRules(events);
  const given = (name: string, state: RuleState, minutes: number | undefined) =>
    inTransaction(db, (tx) =>
      insertRule(
        tx,
        {
          ...ruleThatExpires(
            name,
            minutes === undefined ? undefined : new Date(clock.now().getTime() + minutes * 60_000),
          ),
          parent_id: null,
          state,
        },
        noRelations,
      ),
    );
  const statesOf = async () => (await listRules(db)).map(({ name, state }) => `${name}: ${state}`);
  const id = await given('due', 'applied', 10);
  await given('later', 'applied', 11);
  await given('draft', 'new', 10);
  await given('forever', 'applied', undefined);

  clock.advance({ minutes: 9, seconds: 59 });
  await job.run({ db, clock, log: silent }, {});
  expect(await statesOf()).toEqual(['due: applied', 'later: applied', 'draft: new', 'forever: applied']);

  clock.advance({ seconds: 1 });
  await job.run({ db, clock, log: silent }, {});
  await job.run({ db, clock, log: silent }, {});
  expect(await statesOf()).toEqual(['due: expired', 'later: applied', 'draft: new', 'forever: applied']);
  expect(published).toMatchObject([
    { type: 'access.rules-expired', payload: { rules: [{ id, name: 'due' }], locations: 'all' } },
  ]);
  await pool.end();
});

function ruleThatExpires(name: string, expires: Date | undefined): RuleFields {
  return {
    ...{ name, priority: 0, enabled: true, expires_at: expires ?? null, all_locations: true, allow_all_users: true },
    ...{ deny_all_users: false, allow_all_network_devices: false, deny_all_network_devices: false },
    ...{ destination: '', ports: '', protocols: [] },
  };
}
