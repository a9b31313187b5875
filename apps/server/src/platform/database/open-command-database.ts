import { join } from 'node:path';
import type { Secret } from '@gatewarden/process/secret';
import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { type Database, openDatabase, openPool } from './database.ts';
import { findRunningPostgres } from './embedded/find-running.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { prepareSchema, startupConnectMilliseconds } from './start-database.ts';

/** Scanning a large table takes time. */
const statementSeconds = 600;

/**
 * Opens the database of the instance for one command, whether a core is running on it or not. An embedded database that
 * is not running is started for the duration of the command.
 * @throws StartError if there is no database or it cannot be reached
 */
export async function openCommandDatabase({
  url,
  dataDir,
  log,
}: {
  readonly url: Secret | undefined;
  readonly dataDir: string;
  readonly log: Log;
}): Promise<{ readonly db: Database; readonly pool: pg.Pool; stop(): Promise<void> }> {
  const { connection, stop } = url
    ? { connection: { connectionString: url.reveal() }, stop: async () => undefined }
    : await reachEmbedded(join(dataDir, 'postgres'), log);
  try {
    await prepareSchema(connection);
    const onIdleError = ({ message }: Error) => log.warn({ reason: message }, 'a database connection broke');
    const pool = openPool({
      connection,
      maxConnections: 3,
      onIdleError,
      statementSeconds,
      connectMilliseconds: startupConnectMilliseconds,
    });
    return {
      db: openDatabase(pool),
      pool,
      async stop() {
        await pool.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function reachEmbedded(
  folder: string,
  log: Log,
): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  const running = await findRunningPostgres(folder);
  if (running) return { connection: { ...running }, stop: async () => undefined };
  const started = await startEmbeddedPostgres({ folder, log });
  return { connection: { ...started.connection }, stop: () => started.stop() };
}
