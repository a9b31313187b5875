import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from '../database/database.ts';
import { deleteUnusedLimits, takeSharedLimits } from './shared-limits.queries.ts';

const start = new Date('2026-03-02T10:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit = (key: string) => ({ key, burst: 3, perSecond: 0.1 });

async function givenDatabase() {
  await using made = new AsyncDisposableStack();
  const database = made.use(await createTestDatabase());
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  made.defer(() => pool.end());
  const all = made.move();
  const db = openDatabase(pool);
  const take = (keys: string[], now = start) => takeSharedLimits(db, { take: keys.map(limit), now });
  const rows = () => database.query('select key from shared_limit order by key');
  return { db, take, rows, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

it('allows the burst, then the rate, also to callers at the same time', async () => {
  await using given = await givenDatabase();
  const { take } = given;
  const answers = await Promise.all(Array.from({ length: 8 }, () => take(['a'])));
  expect(answers.filter((reached) => reached.length === 0)).toHaveLength(3);
  expect(await take(['a'], after(9.9))).toEqual(['a']);
  expect(await take(['a'], after(10))).toEqual([]);
  expect(await take(['a'], after(10))).toEqual(['a']);
  for (let nth = 0; nth < 3; nth += 1) expect(await take(['a'], after(60))).toEqual([]);
  expect(await take(['a'], after(60))).toEqual(['a']);
});

it('takes of several keys in one statement, and names those that are used up', async () => {
  await using given = await givenDatabase();
  const { take } = given;
  for (let nth = 0; nth < 3; nth += 1) await take(['a']);
  expect(await take(['b', 'a'])).toEqual(['a']);
  expect(await take(['b'])).toEqual([]);
  const both = await Promise.all(Array.from({ length: 20 }, (_, nth) => take(nth % 2 ? ['x', 'y'] : ['y', 'x'])));
  expect(both.filter((reached) => reached.length === 0)).toHaveLength(3);
});

it('looks at a key without taking from it', async () => {
  await using given = await givenDatabase();
  const { db, take } = given;
  const check = (now = start) => takeSharedLimits(db, { take: [], check: [limit('a')], now });
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await check()).toEqual([]);
    await take(['a']);
  }
  expect(await check()).toEqual(['a']);
  expect(await check(after(10))).toEqual([]);
});

it('continues after a clock was set back, and deletes what has no effect', async () => {
  await using given = await givenDatabase();
  const { db, take, rows } = given;
  for (let nth = 0; nth < 3; nth += 1) await take(['a'], after(7_200));
  expect(await take(['a'])).toEqual([]);
  await take(['b'], after(-100));
  await take(['c'], after(7_200));
  await deleteUnusedLimits(db, start);
  expect(await rows()).toEqual([{ key: 'a' }]);
});
