import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createBareDatabase } from '../../../test/test-database.ts';
import { compileOnce } from './compile-once.ts';
import { inTransaction, openDatabase, openPool } from './database.ts';

async function open() {
  const database = await createBareDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 1, onIdleError: () => undefined });
  return {
    db: openDatabase(pool),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

it('builds a query once and runs it with the values of each call', async () => {
  await using opened = await open();
  let built = 0;
  const add = compileOnce((db, a: number, b: number) => {
    built += 1;
    return sql<{ sum: number }>`select ${b}::int * ${10}::int + ${a}::int + ${b}::int as sum`.compile(db);
  });
  expect(await add(opened.db, 1, 2)).toEqual([{ sum: 23 }]);
  expect(await add(opened.db, 3, 4)).toEqual([{ sum: 47 }]);
  expect(await inTransaction(opened.db, (tx) => add(tx, 5, 6))).toEqual([{ sum: 71 }]);
  expect(built).toBe(1);
});

it('refuses a query that does not use a value as it is', async () => {
  await using opened = await open();
  const find = compileOnce((db, name: string) => sql`select ${`%${String(name)}`}`.compile(db));
  expect(() => find(opened.db, 'x')).toThrow('a value is not a parameter');
});
