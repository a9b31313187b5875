import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Database, inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { listVersionObjects, recordVersion } from './history.queries.ts';
import type { HistoryLimits } from './history-retention.queries.ts';
import { purgeHistory } from './purge-history.job.ts';
import { deleteRules, insertRule } from './rules.queries.ts';

const clock = createTestClock();
let database: TestDatabase;
let pool: ReturnType<typeof openPool>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  db = openDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database[Symbol.asyncDispose]();
});

const noRelations = {
  ...{ locations: [], aliases: [], allowed_users: [], denied_users: [], allowed_groups: [], denied_groups: [] },
  ...{ allowed_devices: [], denied_devices: [] },
};

function givenRule(name: string, destination = ''): Promise<number> {
  const flags = { deny_all_users: false, allow_all_network_devices: false, deny_all_network_devices: false };
  const fields = { name, priority: 0, enabled: true, expires_at: null, all_locations: true, allow_all_users: true };
  const lists = { destination, ports: '', protocols: [] };
  return inTransaction(db, (tx) =>
    insertRule(tx, { ...fields, ...flags, ...lists, parent_id: null, state: 'applied' }, noRelations),
  );
}

const removeRule = (id: number) => inTransaction(db, (tx) => deleteRules(tx, [id]));

function record(): Promise<number> {
  const fields = { at: clock.now(), username: null, override_reason: null, changes: [] };
  return inTransaction(db, (tx) => recordVersion(tx, { ...fields, kind: 'deployed' }));
}

const rulesOf = (version: number) =>
  inTransaction(db, async (tx) => [...(await listVersionObjects(tx, version)).rules.values()].map(({ name }) => name));

async function purge(limits: Partial<HistoryLimits>): Promise<number[]> {
  await purgeHistory({ versions: 1_000, bytes: 1_000_000, ...limits }).run({ db, clock, log: silent }, {});
  return (await db.selectFrom('access_version').select('id').orderBy('id').execute()).map(({ id }) => id);
}

beforeEach(async () => {
  await db.deleteFrom('access_version_object').execute();
  await db.deleteFrom('access_version').execute();
  await db.deleteFrom('access_rule').execute();
});

describe('purging the history', () => {
  it('deletes the oldest versions above the limit, and leaves the rules of all others', async () => {
    await givenRule('always');
    const short = await givenRule('short');
    await record();
    await givenRule('later');
    const second = await record();
    await removeRule(short);
    const third = await record();

    expect(await purge({ versions: 2 })).toEqual([second, third]);
    expect(await purge({ versions: 2 })).toEqual([second, third]);
    expect([await rulesOf(second), await rulesOf(third)]).toEqual([
      ['always', 'short', 'later'],
      ['always', 'later'],
    ]);
    expect(await purge({ versions: 1 })).toEqual([third]);
    expect(await rulesOf(third)).toEqual(['always', 'later']);
    const { rows } = await pool.query('select count(*)::int as count from access_version_object');
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('deletes versions whose former rules need too much space, never the newest version or deployed rules', async () => {
    const addresses = Array.from({ length: 2_000 }, (_, nth) => `10.${nth >> 8}.${nth & 255}.${(nth * 7) % 251}`);
    const large = await givenRule('large', addresses.join(', '));
    await givenRule('deployed', addresses.join(', '));
    const first = await record();
    await removeRule(large);
    const second = await record();
    await givenRule('small');
    const third = await record();

    expect(await purge({})).toEqual([first, second, third]);
    expect(await purge({ bytes: 5_000 })).toEqual([third]);
    expect(await purge({ bytes: 0 })).toEqual([third]);
    expect(await rulesOf(third)).toEqual(['deployed', 'small']);
  });

  it('does nothing without versions', async () => {
    expect(await purge({ versions: 0 })).toEqual([]);
  });
});
