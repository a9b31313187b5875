import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startProxy } from '../../../test/proxy.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { type Database, inTransaction, isDatabaseAway, openDatabase, openPool } from './database.ts';

async function open(connection: object, statementSeconds?: number) {
  const pool = openPool({
    connection,
    maxConnections: 2,
    onIdleError: () => undefined,
    ...(statementSeconds === undefined ? {} : { statementSeconds }),
  });
  return { db: openDatabase(pool), [Symbol.asyncDispose]: () => pool.end() };
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
  expect(isDatabaseAway(await failure(opened.db))).toBe(true);
  expect(performance.now() - from).toBeLessThan(5_000);
  // the stuck connection is not handed out again: a new one is tried, in vain
  expect(isDatabaseAway(await failure(opened.db))).toBe(true);
});

it('ends a statement that takes too long without taking the database for away', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection, 1);
  const error = await failure(opened.db, sql`select pg_sleep(20)`);
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseAway(error)).toBe(false);
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
