import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { startProxy } from '../../../test/proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { runAsOwner, runAsSystem } from '../limits/work-owner.ts';
import { classifyDatabaseError } from './classify-database-error.ts';
import { type Database, inTransaction, openDatabase, openPool } from './database.ts';
import { isReadTimeout } from './discard-stuck-connections.ts';

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

/** Waits while the lock is held. */
const blocked = sql`select pg_advisory_xact_lock(1)`;

async function holdLock(database: TestDatabase) {
  const lock = await database.transaction();
  await lock.query('select pg_advisory_xact_lock(1)');
  return lock;
}

it('closes a connection that stopped responding and opens a new one', async () => {
  await using database = await createTestDatabase();
  await using proxy = await startProxy(database.connection);
  await using opened = await open(proxy.connection, 1);
  await sql`select 1`.execute(opened.db);
  proxy.silence();
  const error = await failure(opened.db);
  expect([isReadTimeout(error), classifyDatabaseError(error)]).toEqual([true, 'database_unavailable']);
  // the stuck connection is not reused: opening a new one fails
  expect(classifyDatabaseError(await failure(opened.db))).toBe('database_unavailable');
});

it('reports a statement that takes too long as busy, not as unavailable', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection, 1);
  await using _lock = await holdLock(database);
  const error = await failure(opened.db, blocked);
  expect(error).toMatchObject({ code: '57014' });
  expect(classifyDatabaseError(error)).toBe('database_busy');
  expect(await failure(opened.db)).toBe('it answered');
});

it('retries a transaction after a deadlock', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  await database.query('create table account (id int primary key, balance int)');
  await database.query('insert into account values (1, 10), (2, 10)');
  const bothLocked = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  const runs: number[] = [];
  let locked = 0;
  // each locks its own row first and then that of the other: a deadlock for one of them
  const move = async (from: number, to: number) => {
    await inTransaction(opened.db, async (tx) => {
      runs.push(from);
      // otherwise it could lock the row that it freed before the other, which waits for it: another deadlock
      if (runs.length > 2) await committed.promise;
      await sql`update account set balance = balance - 1 where id = ${from}`.execute(tx);
      locked += 1;
      if (locked === 2) bothLocked.resolve();
      await bothLocked.promise;
      await sql`update account set balance = balance + 1 where id = ${to}`.execute(tx);
    });
    committed.resolve();
  };
  await Promise.all([move(1, 2), move(2, 1)]);
  expect(runs).toHaveLength(3);
  expect(await database.query('select balance from account order by id')).toEqual([{ balance: 10 }, { balance: 10 }]);
});

it('rolls back a transaction that fails', async () => {
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

it('waits longer for a busy database than for an unavailable one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await using database = await createTestDatabase();
    await using opened = await open(database.connection);
    await using lock = await holdLock(database);
    const work = Array.from({ length: 120 }, () => failure(opened.db, blocked));
    await database.untilBlocked(Promise.all(work), 2);
    // connecting must take less than two seconds
    vi.advanceTimersByTime(9_000);
    await lock.commit();
    expect(new Set(await Promise.all(work))).toEqual(new Set(['it answered']));
  } finally {
    vi.useRealTimers();
  }
});

it('limits the number and duration of waiting requests and reports the others as busy', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection, undefined, { waitMilliseconds: 100, maxWaiting: 3 });
  await using lock = await holdLock(database);
  const work = Array.from({ length: 10 }, () => failure(opened.db, blocked));
  const refused = await Promise.all(work.slice(2));
  expect(refused.map(classifyDatabaseError)).toEqual(Array(8).fill('database_busy'));
  await lock.commit();
  expect(await Promise.all(work)).toEqual(['it answered', 'it answered', ...refused]);
  expect(await failure(opened.db)).toBe('it answered');
});

it('fails waiting and running requests when the database becomes unavailable and serves requests afterwards', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  await using _lock = await holdLock(database);
  const work = Array.from({ length: 8 }, () => failure(opened.db, blocked));
  await database.untilBlocked(Promise.race(work), 2);
  opened.pool.setUnavailable(true);
  const reasons = (await Promise.all(work)).map(classifyDatabaseError);
  expect(new Set(reasons)).toEqual(new Set(['database_unavailable']));
  expect(classifyDatabaseError(await failure(opened.db))).toBe('database_unavailable');
  opened.pool.setUnavailable(false);
  expect(await failure(opened.db)).toBe('it answered');
});

it('leaves a connection to other users while all work of one user is blocked, and serves them in turn', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  await using lock = await holdLock(database);
  const order: string[] = [];
  const ask = (owner: string, statement = sql`select 1`) =>
    runAsOwner(owner, () => failure(opened.db, statement).then(() => order.push(owner)));
  const flood = Array.from({ length: 50 }, () => ask('a', blocked));
  await database.untilBlocked(Promise.race(flood));
  await Promise.all(['b', 'b', 'b', 'c'].map((owner) => ask(owner)));
  expect([...order]).toEqual(['b', 'b', 'c', 'b']);
  await lock.commit();
  await Promise.all(flood);
});

it('does not count system work that a user at the limit starts as work of that user', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection);
  await using lock = await holdLock(database);
  const shared = runAsOwner('a', () => {
    const own = failure(opened.db, blocked);
    const others = failure(opened.db, blocked);
    const timer = runAsSystem(
      () => new Promise<unknown>((resolve) => setTimeout(() => resolve(failure(opened.db)), 1)),
    );
    return { own, others, timer };
  });
  await database.untilBlocked(Promise.race([shared.own, shared.others]));
  expect(await shared.timer).toBe('it answered');
  await lock.commit();
  expect(await Promise.all([shared.own, shared.others])).toEqual(['it answered', 'it answered']);
});

it('refuses work of the user with the most waiting work when the queue is full', async () => {
  await using database = await createTestDatabase();
  await using opened = await open(database.connection, undefined, { maxWaiting: 3 });
  await using lock = await holdLock(database);
  const ask = (owner: string) => runAsOwner(owner, () => failure(opened.db, blocked));
  const [flood, other] = [Array.from({ length: 5 }, () => ask('a')), [ask('b'), ask('b')]];
  await database.untilBlocked(Promise.all(flood), 2);
  await lock.commit();
  const outcomes = (await Promise.all([...flood, ...other])).map((outcome) => classifyDatabaseError(outcome));
  expect(outcomes.filter((outcome) => outcome === 'database_busy')).toHaveLength(2);
  expect(outcomes.slice(5)).toEqual([undefined, undefined]);
});
