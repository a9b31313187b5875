import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { classifyDatabaseError } from './classify-database-error.ts';
import { type Database, openDatabase, openPool } from './database.ts';
import { probeWrites } from './probe-writes.ts';

async function setReadOnly(database: TestDatabase, isReadOnly: boolean): Promise<void> {
  const { database: name } = database.connection;
  await database.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
}

/** The setting of the session that answers. */
async function processIdOf(db: Database): Promise<number | undefined> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
}

it('probes writes with the current settings, independently of the sessions in the pool', async () => {
  await using database = await createTestDatabase();
  const { connection } = database;
  const pool = openPool({ connection, maxConnections: 1, onIdleError: () => undefined });
  try {
    const db = openDatabase(pool);
    const before = await processIdOf(db);
    const inUse = await pool.connect();
    await setReadOnly(database, true);
    const refused: unknown = await probeWrites(connection).catch((error: unknown) => error);
    expect(classifyDatabaseError(refused)).toBe('database_read_only');
    await setReadOnly(database, false);
    await probeWrites(connection);
    inUse.release();
    expect(await processIdOf(db)).toBe(before);
  } finally {
    await pool.end();
  }
});
