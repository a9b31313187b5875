import { join } from 'node:path';
import type { Secret } from '@gatewarden/process/secret';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { StartError } from '../start-error.ts';
import { isStatementTimeout } from './classify-database-error.ts';
import { type Database, openDatabase, openPool, type PoolOptions } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { migrate } from './migrate.ts';
import { type Notifications, startNotifications } from './notifications.ts';
import { probeWrites } from './probe-writes.ts';
import { createUnresponsiveConnectionCheck } from './unresponsive-connection-check.ts';
import { createWriteHealth, type WriteHealth } from './write-health.ts';

export interface StartedDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly notifications: Notifications;
  readonly writeHealth: WriteHealth;
  /**
   * Must be called when core has started. From then on, opening a connection may take no longer than a caller waits.
   */
  setServing(): void;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: Secret | undefined;
  readonly dataDir: string;
  readonly maxConnections: number;
  readonly log: Log;
  readonly onSecondConnection?: PoolOptions['onSecondConnection'];
}

const migrations = new URL('../../../migrations/', import.meta.url);
/** While core starts, and for commands: on a busy machine, what usually takes milliseconds takes seconds. */
export const startupConnectMilliseconds = 10_000;
const servingConnectMilliseconds = 2_000;
/** https://www.postgresql.org/support/versioning: the oldest supported release. */
const oldestVersion = 140_000;

/**
 * Connects to the database, or starts the embedded one, and migrates it to the latest schema.
 * @throws StartError if it cannot be reached, is too old, or belongs to a newer release
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  const { url, log } = options;
  const embedded = url ? undefined : await superviseEmbedded(options);
  try {
    const connection: pg.ClientConfig = url ? { connectionString: url.reveal() } : { ...embedded?.connection };
    await prepareSchema(connection);
    let isStopping = false;
    const pool = openPool({
      connection,
      maxConnections: options.maxConnections,
      connectMilliseconds: startupConnectMilliseconds,
      onSecondConnection: options.onSecondConnection,
      onIdleError: ({ message }) => {
        // while stopping, the database may close connections first
        if (isStopping) return;
        // without the stack, which adds nothing
        log.warn({ reason: message }, 'a database connection broke');
      },
    });
    const notifications = await startNotifications(connection, log, startupConnectMilliseconds);
    notifications.onAvailability((isUnavailable) => pool.setUnavailable(isUnavailable));
    notifications.onHeartbeat(
      createUnresponsiveConnectionCheck(pool, (processId) =>
        log.warn({ processId }, 'a database connection stopped responding'),
      ),
    );
    const writeHealth = createWriteHealth({ probe: () => probeWrites(connection), log });
    writeHealth.onChange(() => pool.retireConnections());
    const onFailure = (error: unknown) => {
      writeHealth.recordError(error);
      // the caller is told to retry; the log shows the statement
      if (isStatementTimeout(error)) log.warn({ err: error }, 'a statement took too long and was canceled');
    };
    return {
      db: openDatabase(pool, onFailure),
      pool,
      notifications,
      writeHealth,
      setServing: () => pool.setConnectTimeout(servingConnectMilliseconds),
      async stop() {
        isStopping = true;
        writeHealth.stop();
        await notifications.stop();
        await pool.end();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * Migrates the database to the latest schema.
 * @throws StartError if it cannot be reached, is too old, or belongs to a newer release
 */
export async function prepareSchema(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: startupConnectMilliseconds });
  // the current statement fails as well; without a listener the error would end the process
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`, {
      cause: error,
    });
  }
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    if ((rows[0]?.version ?? 0) < oldestVersion)
      throw new StartError('The database is too old: PostgreSQL 14 or newer is needed.');
    await migrate(client, migrations);
  } catch (error) {
    throw explainStartFailure(error);
  } finally {
    await client.end();
  }
}

const firstRestartMilliseconds = 200;
const maxRestartMilliseconds = 30_000;

/** Restarts the embedded database whenever it exits. Meanwhile requests are answered with 503 and gateways continue. */
async function superviseEmbedded({
  dataDir,
  maxConnections,
  log,
}: DatabaseOptions): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  // besides the pool: notifications, migrations, an administrator with psql
  const settings = { max_connections: String(maxConnections + 20) };
  const start = () => startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log, settings });
  let current = await start();
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  const { connection } = current;

  function watch(): void {
    current.exited.then(
      (exit) => {
        if (stopped) return;
        log.error({ exit }, 'the embedded database exited unexpectedly');
        restart(firstRestartMilliseconds);
      },
      () => undefined,
    );
  }
  function restart(delay: number): void {
    retry = setTimeout(() => {
      start().then(
        (started) => {
          current = started;
          log.info('the embedded database is running again');
          if (stopped) void started.stop();
          else watch();
        },
        (error: unknown) => {
          log.error({ err: error }, 'the embedded database could not be started');
          if (!stopped) restart(Math.min(delay * 2, maxRestartMilliseconds));
        },
      );
    }, delay);
  }

  watch();
  return {
    connection,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await current.stop();
    },
  };
}
