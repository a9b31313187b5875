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
 * Returns the connection to the database that a core is running on the folder; undefined if none is running, so that it
 * may be started.
 * @throws StartError if the folder contains no database
 */
export async function findRunningPostgres(path: string): Promise<Connection | undefined> {
  const folder = await prepareParent(path);
  if (!(await hasCluster(folder))) {
    throw new StartError(`There is no database in ${folder}: start core first, or set GATEWARDEN_DATA_DIR.`);
  }
  if (!(await isInUse(`${folder}.lock`))) return undefined;
  const password = await readPassword(`${folder}.password`);
  if (password === undefined) throw new StartError(`The password of the database is missing: ${folder}.password`);
  // the running core has created the link that this may need, and removes it
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
