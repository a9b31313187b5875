import { open } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';
import { hasCluster, prepareParent } from './data-folder.ts';
import { acquireLock } from './lock.ts';
import { readPassword } from './password.ts';
import { clusterNameOf } from './postgres-processes.ts';
import { socketPort } from './settings.ts';
import { shortenSocketPath } from './socket-path.ts';
import { type Connection, databaseName } from './start-embedded-postgres.ts';

/**
 * How to connect to the database that a core runs on the folder now; undefined when none does, and it may be started.
 * @throws StartError when there is no database in the folder
 */
export async function findRunningPostgres(path: string): Promise<Connection | undefined> {
  const folder = await prepareParent(path);
  if (!(await hasCluster(folder))) {
    throw new StartError(`There is no database in ${folder}: start core first, or set GATEWARDEN_DATA_DIR.`);
  }
  if (!(await isInUse(`${folder}.lock`))) return undefined;
  const password = await readPassword(`${folder}.password`);
  if (password === undefined) throw new StartError(`The password of the database is missing: ${folder}.password`);
  // a link that this needs is the running core's, which removes it
  const { host } = await shortenSocketPath(folder, await clusterNameOf(folder));
  return { host, port: socketPort, user: databaseName, password, database: databaseName };
}

async function isInUse(lockFile: string): Promise<boolean> {
  const handle = await open(lockFile, 'a+', 0o600);
  try {
    return !(await acquireLock(handle));
  } finally {
    await handle.close();
  }
}
