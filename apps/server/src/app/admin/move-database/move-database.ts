import pg from 'pg';
import { markMoved } from '../../../platform/database/embedded/moved.ts';
import { startEmbeddedPostgres } from '../../../platform/database/embedded/start-embedded-postgres.ts';
import { prepareSchema, startupConnectMilliseconds } from '../../../platform/database/start-database.ts';
import { installJobs } from '../../../platform/jobs/install-jobs.ts';
import type { Log } from '../../../platform/log/log.ts';
import { StartError } from '../../../platform/start-error.ts';
import { findAnyRelation } from './catalog.queries.ts';
import { type CopiedTable, copyDatabase } from './copy-database.ts';

interface MoveOptions {
  /** Data folder of the embedded PostgreSQL. */
  readonly folder: string;
  readonly target: pg.ClientConfig;
  /** Stored next to the former database, without a password. */
  readonly targetName: string;
  readonly log: Log;
}

/**
 * Moves the embedded database to another PostgreSQL. The former one is not changed, but core no longer starts on it.
 * @throws StartError if a core is running on it, the target is not empty or cannot be reached, or a row is missing
 *   after the copy
 */
export async function moveDatabase({ folder, target, targetName, log }: MoveOptions): Promise<CopiedTable[]> {
  const embedded = await startEmbeddedPostgres({ folder, log });
  try {
    await prepare(embedded.connection);
    await using destination = await connect(target);
    await requireEmpty(destination.client);
    await prepare(target);
    await using origin = await connect({ ...embedded.connection });
    const copied = await copyDatabase(origin.client, destination.client).catch(explainCopyFailure);
    await markMoved(folder, targetName);
    return copied;
  } finally {
    await embedded.stop();
  }
}

function explainCopyFailure(error: Error): never {
  throw new StartError(
    `Nothing was moved: ${error.message}\nDrop the target database and create it again before the next attempt.`,
    { cause: error },
  );
}

async function prepare(connection: pg.ClientConfig): Promise<void> {
  await prepareSchema(connection);
  await installJobs(connection);
}

async function connect(connection: pg.ClientConfig): Promise<AsyncDisposable & { readonly client: pg.Client }> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: startupConnectMilliseconds });
  // if the connection breaks, the current statement fails as well
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The target cannot be reached: ${(error as Error).message}. Nothing was moved.`, {
      cause: error,
    });
  }
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const relation = await findAnyRelation(client);
  if (relation !== undefined)
    throw new StartError(`The target is not empty: it has ${relation}. Create a database for Gatewarden alone.`);
  const { rows } = await client.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  if (rows[0]?.encoding !== 'UTF8')
    throw new StartError(`The target stores text as ${rows[0]?.encoding}: create the database with encoding 'UTF8'.`);
}
