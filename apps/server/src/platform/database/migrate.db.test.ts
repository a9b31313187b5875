import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { givenDatabaseOf, givenMigrations, migrateWith, releasedMigrations } from '../../../test/migrations-folder.ts';
import { createBareDatabase, type TestDatabase } from '../../../test/test-database.ts';

/** Names in the first releases, in which numbers were used twice and later numbers were lower accordingly. */
const formerNames: Record<string, string> = {
  'security-keys.sql': '0014-security-keys.sql',
  'codes-by-mail.sql': '0015-codes-by-mail.sql',
  'emergency-stop.sql': '0016-emergency-stop.sql',
  'known-browsers.sql': '0016-known-browsers.sql',
  'activity-statistics.sql': '0017-activity-statistics.sql',
  'used-totp-steps.sql': '0018-used-totp-steps.sql',
  'recognized-browsers.sql': '0019-recognized-browsers.sql',
  'state-identity.sql': '0019-state-identity.sql',
  'log-checkpoints.sql': '0020-log-checkpoints.sql',
  'core-replicas.sql': '0021-core-replicas.sql',
  'history.sql': '0021-history.sql',
  'passkey-challenges.sql': '0022-passkey-challenges.sql',
  'refused-sign-ins.sql': '0022-refused-sign-ins.sql',
  'drift-logged.sql': '0035-drift-logged.sql',
};

const titleOf = (name: string) => name.slice(5);

async function recordFormerNames(database: TestDatabase): Promise<void> {
  for (const [title, name] of Object.entries(formerNames)) {
    await database.query('update schema_migration set name = $1 where name like $2', [name, `____-${title}`]);
  }
}

async function recorded(database: TestDatabase): Promise<{ name: string; applied_at: Date }[]> {
  const rows = await database.query('select name, applied_at from schema_migration order by name');
  return rows as { name: string; applied_at: Date }[];
}

it.each([
  { applied: 'all of them', isApplied: () => true },
  { applied: 'the first of two migrations with one number', isApplied: (name: string) => name < '0015' },
  { applied: 'both migrations with one number', isApplied: (name: string) => name < '0016' },
  {
    applied: 'only the second of two migrations with one number',
    isApplied: (name: string) => name < '0019' && titleOf(name) !== 'emergency-stop.sql',
  },
])('upgrades a database with duplicate migration numbers after $applied', async ({ isApplied }) => {
  const released = (await readdir(releasedMigrations)).toSorted();
  await using database = await givenDatabaseOf(released.filter(isApplied));
  await recordFormerNames(database);
  const before = await recorded(database);
  await migrateWith(database, releasedMigrations);
  const after = await recorded(database);
  expect(after.map(({ name }) => titleOf(name)).toSorted()).toEqual(released.map(titleOf).toSorted());
  // no migration was applied twice, and the records did not change
  expect(after).toEqual(expect.arrayContaining(before));
  await migrateWith(database, releasedMigrations);
  expect(await recorded(database)).toEqual(after);
});

it('ignores files with former numbers, which unpacking a release over an earlier one leaves', async () => {
  const both = { '0001-a.sql': 'a', '0001-b.sql': 'b', '0002-b.sql': 'b', '0002-c.sql': 'c', '0003-c.sql': 'c' };
  await using folder = await givenMigrations(
    Object.fromEntries(Object.entries(both).map(([name, table]) => [name, { sql: `create table ${table} ()` }])),
  );
  await using database = await createBareDatabase();
  await migrateWith(database, folder.url);
  expect((await recorded(database)).map(({ name }) => name)).toEqual(['0001-a.sql', '0002-b.sql', '0003-c.sql']);
});

it.each([
  { names: ['0001-a.sql', '0001-b.sql'], reason: '0002 is missing or exists twice, at 0001-b.sql' },
  { names: ['0001-a.sql', '0003-b.sql'], reason: '0002 is missing or exists twice, at 0003-b.sql' },
  { names: ['0001-a.sql', '0002_b.sql'], reason: '0002 is missing or exists twice, at 0002_b.sql' },
  { names: ['0001-a.sql', '0002-a.sql'], reason: 'two migrations are named a.sql' },
])('rejects a build with the migrations $names and changes nothing', async ({ names, reason }) => {
  await using folder = await givenMigrations(
    Object.fromEntries(names.map((name, index) => [name, { sql: `create table made_${index} ()` }])),
  );
  await using database = await createBareDatabase();
  await expect(migrateWith(database, folder.url)).rejects.toThrow(`This build is broken: `);
  await expect(migrateWith(database, folder.url)).rejects.toThrow(reason);
  expect(await database.query(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
});
