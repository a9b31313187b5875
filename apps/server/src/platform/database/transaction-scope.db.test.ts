import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { type Database, inSnapshot, inTransaction, openDatabase, openPool } from './database.ts';

async function connected(work: (db: Database, reports: () => number) => Promise<void>): Promise<void> {
  await using database = await createTestDatabase();
  let reports = 0;
  const onSecondConnection = () => {
    reports += 1;
  };
  const pool = openPool({
    ...{ connection: database.connection, maxConnections: 3, onIdleError: () => undefined },
    onSecondConnection,
  });
  await work(openDatabase(pool), () => reports);
  await pool.end();
}

const query = (db: Database) => sql`select 1`.execute(db);

it('reports another connection while a transaction or a snapshot is open', async () => {
  await connected(async (db, reports) => {
    await inTransaction(db, () => query(db));
    expect(reports()).toBe(1);
    await inSnapshot(db, () => query(db));
    expect(reports()).toBe(2);
    await inTransaction(db, () => inTransaction(db, (tx) => query(tx)));
    expect(reports()).toBe(3);
    await inTransaction(db, async () => void (await Promise.all([query(db), query(db)])));
    expect(reports()).toBe(5);
  });
});

it('reports nothing for queries of the transaction, beside it and after it, also if it failed', async () => {
  await connected(async (db, reports) => {
    let later: Promise<unknown> = Promise.resolve();
    const ended = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const held = inTransaction(db, async (tx) => {
      later = ended.promise.then(() => query(db));
      begun.resolve();
      await query(tx);
    });
    await begun.promise;
    await query(db);
    await held;
    ended.resolve();
    await later;
    await expect(inTransaction(db, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await query(db);
    await inTransaction(db, (tx) => query(tx));
    expect(reports()).toBe(0);
  });
});
