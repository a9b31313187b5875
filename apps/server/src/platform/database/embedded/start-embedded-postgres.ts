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
  /** The data folder of PostgreSQL, made on first use. Its lock and password lie beside it. */
  readonly folder: string;
  /** Settings of PostgreSQL that win over the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: Logger;
}

export interface EmbeddedPostgres {
  /** The same after every start on the same folder. */
  readonly connection: Connection;
  /** Ends all connections, writes everything to disk, frees the folder for another core. Safe to repeat. */
  stop(): Promise<void>;
  /** Resolves only when PostgreSQL ends without `stop`. The folder is free then, and starting again may help. */
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

/** Of the database and of its owner. */
export const databaseName = 'gatewarden';

/**
 * Runs the PostgreSQL that npm installed on `folder` and resolves when it takes connections. What a killed core left
 * behind (half a first start, a lock, a running server) is cleared away first.
 * @throws StartError when another core uses the folder, it is of another version, or the system stands in the way
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const native = await findBinaries();
    const folder = await prepareParent(options.folder);
    await requireNotMoved(folder);
    const lock = await acquireCoreLock(`${folder}.lock`, folder);
    try {
      return attend(await startIn(folder, native, options), () => lock.close());
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
  const kept = await readPassword(passwordFile);
  const password = kept ?? generatePassword();
  if (!(await hasCluster(folder))) {
    log.info({ folder }, 'making the database');
    if (!kept) await writePassword(passwordFile, password);
    await initCluster({ folder, native, user, name: databaseName, password, log });
  }
  const owner = await resolveOwner(folder, user);
  const clusterName = await clusterNameOf(folder);
  const clusterLock = await claimCluster(folder, log);
  try {
    const plan = await planLaunch(native, folder, owner);
    if (!(await readPassword(passwordFile))) {
      log.warn({ folder }, 'the password of the database is lost: setting a new one');
      await resetPassword({ plan, folder, role: databaseName, password, log });
      await writePassword(passwordFile, password);
    }
    const socket = await shortenSocketPath(folder, clusterName);
    const postgres = await runPostgres({ plan, folder, clusterName, clusterLock, settings, log });
    return { postgres, password, socket };
  } finally {
    // The server has inherited it.
    await clusterLock.close();
  }
}

function attend({ postgres, socket, password }: Started, free: () => Promise<void>): EmbeddedPostgres {
  let isStopping = false;
  const died = Promise.withResolvers<Exit>();
  const freed = postgres.exited.then(async (exit) => {
    await socket.remove();
    await free();
    if (!isStopping) died.resolve(exit);
  });
  return {
    connection: { host: socket.host, port: socketPort, user: databaseName, password, database: databaseName },
    exited: died.promise,
    stop: async () => {
      isStopping = true;
      await postgres.stop();
      await freed;
    },
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
