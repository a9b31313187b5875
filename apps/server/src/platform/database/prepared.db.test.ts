import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Database, inSnapshot, inTransaction, openDatabase, openPool, type Tx } from './database.ts';
import { plannedEachTime } from './prepared.ts';

function open({ connection }: TestDatabase, maxConnections = 1) {
  const pool = openPool({ connection, maxConnections, onIdleError: () => undefined });
  return { db: openDatabase(pool), [Symbol.asyncDispose]: () => pool.end() };
}

async function countPrepared(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${plannedEachTime} select count(*)::int as count from pg_prepared_statements`.execute(db);
  return rows[0]?.count ?? 0;
}

const readAll = (db: Database | Tx) => sql`select * from thing`.execute(db).then(({ rows }) => rows);

it('prepares a repeated statement unless it is planned each time', async () => {
  await using database = await createTestDatabase();
  await using opened = open(database);
  const ask = (value: number, db: Database | Tx = opened.db) => sql`select ${value}::int`.execute(db);
  await ask(1);
  expect(await countPrepared(opened.db)).toBe(0);
  await ask(2);
  await ask(3);
  await inTransaction(opened.db, (tx) => ask(4, tx));
  expect(await countPrepared(opened.db)).toBe(1);
});

it.each([
  { where: 'outside a transaction', read: readAll },
  { where: 'in a transaction', read: (db: Database) => inTransaction(db, readAll) },
  { where: 'in a snapshot', read: (db: Database) => inSnapshot(db, readAll) },
])('reads $where after a migration changed the type of a column', async ({ read }) => {
  await using database = await createTestDatabase();
  await using opened = open(database, 2);
  await database.query('create table thing (value int)');
  await database.query('insert into thing values (7)');
  const readOnBoth = () => Promise.all([read(opened.db), read(opened.db)]);
  await readOnBoth();
  expect(await readOnBoth()).toEqual([[{ value: 7 }], [{ value: 7 }]]);
  await database.query('alter table thing alter column value type text');
  expect(await read(opened.db)).toEqual([{ value: '7' }]);
  expect(await readOnBoth()).toEqual([[{ value: '7' }], [{ value: '7' }]]);
});

it('prepares a statement again after the server has dropped it', async () => {
  await using database = await createTestDatabase();
  await using opened = open(database);
  await database.query('create table thing (value int)');
  await readAll(opened.db);
  await readAll(opened.db);
  await sql`deallocate all`.execute(opened.db);
  expect(await readAll(opened.db)).toEqual([]);
  await sql`deallocate all`.execute(opened.db);
  expect(await inTransaction(opened.db, readAll)).toEqual([]);
});
