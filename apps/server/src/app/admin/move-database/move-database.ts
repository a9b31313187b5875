import pg from 'pg';
import type { Outcome } from '../../../features/admin-command.ts';
import { classifyDatabaseError } from '../../../platform/database/classify-database-error.ts';
import { hasCluster } from '../../../platform/database/embedded/data-folder.ts';
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
  /** Verifies that core would start on the embedded database. @throws StartError */
  readonly verifySource: (connection: pg.ClientConfig) => Promise<void>;
  /** Makes the copy the database of the instance. */
  readonly adoptCopy: (tables: readonly CopiedTable[]) => Promise<Outcome>;
}

/**
 * Moves the embedded database to another PostgreSQL. Core no longer starts on the former one, which is not changed,
 * except that an older schema is migrated. If the move fails, core still starts on it.
 * @throws StartError if there is no embedded database, a core is running on it, the target is not empty or cannot be reached, a row is missing after
 *   the copy, or the copy is not adopted
 */
export async function moveDatabase(options: MoveOptions): Promise<Outcome> {
  const { folder, target, targetName, log } = options;
  if (!(await hasCluster(folder)))
    throw new StartError(
      `There is no database at ${folder}: set GATEWARDEN_DATA_DIR to the data folder of the instance.`,
    );
  const embedded = await startEmbeddedPostgres({ folder, log });
  try {
    const source: pg.ClientConfig = { ...embedded.connection };
    await prepare(source);
    await options.verifySource(source);
    await using destination = await connect(target, 'target');
    await requireEmpty(destination.client);
    await prepare(target);
    await using origin = await connect(source, 'embedded database');
    const outcome = await copyAndAdopt(origin.client, destination.client, options).catch(explainFailure);
    // last: core does not start on the former database from now on
    await markMoved(folder, targetName).catch(explainFailure);
    return outcome;
  } finally {
    await embedded.stop();
  }
}

async function copyAndAdopt(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { adoptCopy }: Pick<MoveOptions, 'adoptCopy'>,
): Promise<Outcome> {
  const outcome = await adoptCopy(await copyDatabase(source, target));
  if (!outcome.succeeded) throw new StartError(outcome.lines.join('\n'));
  return outcome;
}

function explainFailure(error: Error): never {
  if (!isExpected(error)) throw error;
  throw new StartError(
    `Nothing was moved: ${error.message}\nDrop the target database and create it again before the next attempt.`,
    { cause: error },
  );
}

/** Whether the state of the databases is the cause, and not a defect of this release. */
function isExpected(error: Error): boolean {
  if (error instanceof StartError || classifyDatabaseError(error)) return true;
  return error instanceof pg.DatabaseError && (error.code === insufficientPrivilege || !isWrongStatement(error));
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const insufficientPrivilege = '42501';
const isWrongStatement = ({ code = '' }: pg.DatabaseError) => code.startsWith('42');

async function prepare(connection: pg.ClientConfig): Promise<void> {
  await prepareSchema(connection);
  await installJobs(connection);
}

async function connect(
  connection: pg.ClientConfig,
  name: 'target' | 'embedded database',
): Promise<AsyncDisposable & { readonly client: pg.Client }> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: startupConnectMilliseconds });
  // if the connection breaks, the current statement fails as well
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The ${name} cannot be reached: ${(error as Error).message}. Nothing was moved.`, {
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
