import type { Logger } from 'pino';
import { StartError } from '../../start-error.ts';
import { findBinaries } from './binaries.ts';
import { claimCluster } from './claim-cluster.ts';
import { hasCluster, prepareParent, resolveOwner } from './data-folder.ts';
import { explainFailure } from './explain-failure.ts';
import { initCluster } from './init-cluster.ts';
import { planLaunch } from './launch.ts';
import { acquireCoreLock } from './lock.ts';
import { requireNotMoved } from './moved.ts';
import { generatePassword, readPassword, resetPassword, writePassword } from './password.ts';
import { clusterNameOf } from './postgres-processes.ts';
import { type Exit, type RunningPostgres, runPostgres } from './run-postgres.ts';
import { socketPort } from './settings.ts';
import { type SocketPath, shortenSocketPath } from './socket-path.ts';
import { findUnprivilegedUser } from './unprivileged-user.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder of PostgreSQL, created at the first start. Its lock and password are stored next to it. */
  readonly folder: string;
  /** Settings of PostgreSQL that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: Logger;
}

export interface EmbeddedPostgres {
  /** The same after every start on the same folder. */
  readonly connection: Connection;
  /** Closes all connections, writes everything to disk and releases the folder for another core. Safe to repeat. */
  stop(): Promise<void>;
  /** Resolves only if PostgreSQL ends without `stop`. The folder is released then, and a restart may help. */
  readonly exited: Promise<Exit>;
}

export interface Connection {
  /** Folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

interface Started {
  readonly postgres: RunningPostgres;
  readonly socket: SocketPath;
  readonly password: string;
}

/** Name of the database and of its owner. */
export const databaseName = 'gatewarden';

/**
 * Runs the PostgreSQL that npm installed on `folder` and resolves when it accepts connections. Remains of a killed core
 * (half a first start, a lock, a running server) are removed first.
 * @throws StartError if another core uses the folder, it has another version, or the system prevents the start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const native = await findBinaries();
    const folder = await prepareParent(options.folder);
    await requireNotMoved(folder);
    const lock = await acquireCoreLock(`${folder}.lock`, folder);
    try {
      return superviseServer(await startIn(folder, native, options), () => lock.close());
    } catch (error) {
      await lock.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof StartError || !isSystemError(error)) throw error;
    throw explainFailure(options.folder, error.message, error);
  }
}

async function startIn(folder: string, native: string, options: EmbeddedPostgresOptions): Promise<Started> {
  const { log, settings = {} } = options;
  const user = await findUnprivilegedUser();
  const passwordFile = `${folder}.password`;
  const storedPassword = await readPassword(passwordFile);
  const password = storedPassword ?? generatePassword();
  if (!(await hasCluster(folder))) {
    log.info({ folder }, 'creating the database');
    if (!storedPassword) await writePassword(passwordFile, password);
    await initCluster({ folder, native, user, name: databaseName, password, log });
  }
  const owner = await resolveOwner(folder, user);
  const clusterName = await clusterNameOf(folder);
  const clusterLock = await claimCluster(folder, log);
  try {
    const plan = await planLaunch(native, folder, owner);
    if (!(await readPassword(passwordFile))) {
      log.warn({ folder }, 'the database password is missing; setting a new one');
      await resetPassword({ plan, folder, role: databaseName, password, log });
      await writePassword(passwordFile, password);
    }
    const socket = await shortenSocketPath(folder, clusterName);
    const postgres = await runPostgres({ plan, folder, clusterName, clusterLock, settings, log });
    return { postgres, password, socket };
  } finally {
    // The server has inherited the lock.
    await clusterLock.close();
  }
}

function superviseServer({ postgres, socket, password }: Started, release: () => Promise<void>): EmbeddedPostgres {
  let isStopping = false;
  const exitedUnexpectedly = Promise.withResolvers<Exit>();
  const released = postgres.exited.then(async (exit) => {
    await socket.remove();
    await release();
    if (!isStopping) exitedUnexpectedly.resolve(exit);
  });
  return {
    connection: { host: socket.host, port: socketPort, user: databaseName, password, database: databaseName },
    exited: exitedUnexpectedly.promise,
    stop: async () => {
      isStopping = true;
      await postgres.stop();
      await released;
    },
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
