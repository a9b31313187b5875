import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startProxy } from '../../../test/proxy.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { type Database, inTransaction, openDatabase, openPool } from './database.ts';
import { refusalByDatabase } from './refusal.ts';

async function open(connection: object, statementSeconds?: number, bounds: object = {}) {
  const pool = openPool({
    connection,
    maxConnections: 2,
    onIdleError: () => undefined,
    ...(statementSeconds === undefined ? {} : { statementSeconds }),
    ...bounds,
  });
  return { db: openDatabase(pool), pool, [Symbol.asyncDispose]: () => pool.end() };
}

async function failure(db: Database, statement = sql`select 1`): Promise<unknown> {
  return statement.execute(db).then(
    () => 'it answered',
    (error: unknown) => error,
  );
}

it('gives up on a database that went silent, and takes a fresh connection when it is there again', async () => {
  await using database = await createTestDatabase();
  await using proxy = await startProxy(database.connection);
  await using opened = await open(proxy.connection, 1);
  await sql`select 1`.execute(opened.db);
  proxy.silence();
  const from = performance.now();
  expect(refusalByDatabase(await failure(opened.db))).toBe('database_unavailable');
  expect(performance.now() - from).toBeLessThan(5_000);
  // the stuck connection is not handed out again: a new one is tried, in vain
  expect(refusalByDatabase(await failure(opened.db))).toBe('database_unavailable');
});

it('ends a statement that takes too long without taking the database for away', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection, 1);
  const error = await failure(opened.db, sql`select pg_sleep(20)`);
  expect(error).toMatchObject({ code: '57014' });
  expect(refusalByDatabase(error)).toBeUndefined();
  expect(await failure(opened.db)).toBe('it answered');
});

it('tries a transaction again that lost a race against another', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  await database.query('create table purse (id int primary key, coins int)');
  await database.query('insert into purse values (1, 10), (2, 10)');
  // each locks its own row first and then the other's: a deadlock for one of them
  const move = (from: number, to: number) =>
    inTransaction(opened.db, async (tx) => {
      await sql`update purse set coins = coins - 1 where id = ${from}`.execute(tx);
      await sql`select pg_sleep(0.05)`.execute(tx);
      await sql`update purse set coins = coins + 1 where id = ${to}`.execute(tx);
    });
  await Promise.all([move(1, 2), move(2, 1)]);
  expect(await database.query('select coins from purse order by id')).toEqual([{ coins: 10 }, { coins: 10 }]);
});

it('keeps nothing of a transaction that fails', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  await database.query('create table note (text text)');
  const work = inTransaction(opened.db, async (tx) => {
    await sql`insert into note values ('half')`.execute(tx);
    throw new Error('in the middle');
  });
  await expect(work).rejects.toThrow('in the middle');
  expect(await database.query('select text from note')).toEqual([]);
});

it('lets requests wait for a busy database, longer than for one that is away', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  const work = Array.from({ length: 120 }, () => failure(opened.db, sql`select pg_sleep(0.04)`));
  expect(new Set(await Promise.all(work))).toEqual(new Set(['it answered']));
});

it('bounds how many wait and for how long, and calls that busy', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection, undefined, { waitMilliseconds: 100, maxWaiting: 3 });
  const work = Array.from({ length: 10 }, () => failure(opened.db, sql`select pg_sleep(0.5)`));
  const outcomes = await Promise.all(work);
  expect(outcomes.filter((outcome) => outcome === 'it answered')).toHaveLength(2);
  expect(outcomes.filter((outcome) => refusalByDatabase(outcome) === 'database_busy')).toHaveLength(8);
  expect(await failure(opened.db)).toBe('it answered');
});

it('fails what waits and what is in flight once the database is known to be away, and serves again afterwards', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  const work = Array.from({ length: 8 }, () => failure(opened.db, sql`select pg_sleep(20)`));
  await database.query(
    `do $$ begin while (select count(*) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(20)%'
      and pid <> pg_backend_pid()) < 2 loop perform pg_stat_clear_snapshot(); end loop; end $$`,
  );
  opened.pool.setAway(true);
  const reasons = (await Promise.all(work)).map(refusalByDatabase);
  expect(new Set(reasons)).toEqual(new Set(['database_unavailable']));
  expect(refusalByDatabase(await failure(opened.db))).toBe('database_unavailable');
  opened.pool.setAway(false);
  expect(await failure(opened.db)).toBe('it answered');
});
