import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { startProxy } from '../../../test/proxy.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { classifyDatabaseError } from './classify-database-error.ts';
import { openDatabase, openPool } from './database.ts';
import type { HeartbeatQuery } from './heartbeat.ts';
import { startNotifications } from './notifications.ts';
import { createUnresponsiveConnectionCheck } from './unresponsive-connection-check.ts';

/** A pool behind a proxy; notifications bypass the proxy. */
async function startApart() {
  const database = await createTestDatabase();
  const proxy = await startProxy(database.connection);
  const pool = openPool({ connection: proxy.connection, maxConnections: 2, onIdleError: () => undefined });
  const notifications = await startNotifications(database.connection, silent);
  const cut: number[] = [];
  const check = createUnresponsiveConnectionCheck(pool, (processId) => void cut.push(processId));
  notifications.onHeartbeat(check);
  const ask: HeartbeatQuery = async (statement, values) => (await database.query(statement, values)) as never;
  return {
    database,
    proxy,
    cut,
    look: () => check(ask),
    db: openDatabase(pool),
    [Symbol.asyncDispose]: async () => {
      await notifications.stop();
      await pool.end();
      await proxy[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

it('closes a single dropped connection within seconds and continues on a new one', async () => {
  await using apart = await startApart();
  await sql`select 1`.execute(apart.db);
  apart.proxy.silence();
  apart.proxy.restore();
  const error: unknown = await sql`select 1`.execute(apart.db).catch((reason: unknown) => reason);
  expect(classifyDatabaseError(error)).toBe('database_unavailable');
  await sql`select 1`.execute(apart.db);
  expect(apart.cut).toHaveLength(1);
});

it('does not close connections of statements that run or wait for a lock', async () => {
  await using apart = await startApart();
  await using lock = await apart.database.transaction();
  await lock.query('select pg_advisory_xact_lock(1)');
  const waits = sql`select pg_advisory_xact_lock(1)`.execute(apart.db);
  await apart.database.untilBlocked(waits);
  for (let look = 0; look < 5; look += 1) await apart.look();
  expect(apart.cut).toEqual([]);
  await lock.commit();
  await waits;
});
