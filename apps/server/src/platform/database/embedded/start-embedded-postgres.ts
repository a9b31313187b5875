import type { Logger } from 'pino';
import { findBinaries } from './binaries.ts';
import { claimCluster } from './claim-cluster.ts';
import { hasCluster, prepareParent, settleOwner } from './data-folder.ts';
import { initCluster } from './init-cluster.ts';
import { planLaunch } from './launch.ts';
import { lockForCore } from './lock.ts';
import { keepPassword } from './password.ts';
import { clusterNameOf } from './postgres-processes.ts';
import { type Exit, type RunningPostgres, runPostgres } from './run-postgres.ts';
import { socketPort } from './settings.ts';
import { findUnprivilegedUser } from './unprivileged-user.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder of PostgreSQL, made on first use. Its lock and password lie beside it. */
  readonly folder: string;
  readonly log: Logger;
}

export interface EmbeddedPostgres {
  readonly connection: Connection;
  /** Ends all connections, writes everything to disk, frees the folder for another core. Safe to repeat. */
  stop(): Promise<void>;
  /** Resolves when PostgreSQL ended without `stop`: the folder is free then, and starting again may help. */
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

const name = 'gatewarden';

/**
 * Runs the PostgreSQL that npm installed on `folder` and resolves when it takes connections. What a killed core left
 * behind (half a first start, a lock, a running server) is cleared away first.
 * @throws StartError when another core uses the folder, it is of another version, or the system stands in the way
 */
export async function startEmbeddedPostgres({ folder: path, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const native = await findBinaries();
  const folder = await prepareParent(path);
  const lock = await lockForCore(`${folder}.lock`, folder);
  try {
    const { password } = await keepPassword(`${folder}.password`);
    const postgres = await startIn({ folder, native, password, log });
    const exited = postgres.exited.finally(() => lock.close());
    return {
      connection: { host: folder, port: socketPort, user: name, password, database: name },
      exited,
      stop: async () => {
        await postgres.stop();
        await exited;
      },
    };
  } catch (error) {
    await lock.close();
    throw error;
  }
}

interface StartIn {
  readonly folder: string;
  readonly native: string;
  readonly password: string;
  readonly log: Logger;
}

async function startIn({ folder, native, password, log }: StartIn): Promise<RunningPostgres> {
  const user = await findUnprivilegedUser();
  if (!(await hasCluster(folder))) {
    log.info({ folder }, 'making the database');
    await initCluster({ folder, native, user, name, password });
  }
  const owner = await settleOwner(folder, user);
  const clusterLock = await claimCluster(folder, log);
  try {
    const plan = await planLaunch(native, folder, owner);
    return await runPostgres({ plan, folder, clusterName: await clusterNameOf(folder), clusterLock, log });
  } finally {
    // The server has inherited it.
    await clusterLock.close();
  }
}
