import { chmod, lchown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { SystemUser } from './unprivileged-user.ts';

const ourMajorVersion = 18;

/** Returns the canonical path of the data folder. Creates its parent if it is missing. */
export async function prepareParent(path: string): Promise<string> {
  // Others may enter but not list it: the user of the database must be able to reach its folder.
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  return realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)));
}

/**
 * Whether the folder contains a database that this release can run.
 * @throws StartError if the database has another major version of PostgreSQL, or the folder contains other files
 */
export async function hasCluster(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return false;
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  const major = Number.parseInt(version, 10);
  if (major === ourMajorVersion) return true;
  throw new StartError(describeOtherVersion(folder, major));
}

function describeOtherVersion(folder: string, major: number): string {
  if (major > ourMajorVersion) {
    return `${folder} was made by PostgreSQL ${major} and this release has ${ourMajorVersion}: start the newer release that made it, or restore a backup from before the upgrade.`;
  }
  if (major < ourMajorVersion) {
    return `${folder} was made by PostgreSQL ${major} and this release has ${ourMajorVersion}: start the former release again. Data of another major version cannot be taken over (docs/backup.md).`;
  }
  return `${folder} contains files but no database: move them away, or set GATEWARDEN_DATA_DIR to another folder.`;
}

/**
 * Returns the user that runs the database in an existing data folder: its owner, so that the folder can be moved
 * between machines and users. Files of root, such as those of a restored backup, are given to `user`.
 * @throws StartError if core does not run as root and the folder belongs to another user
 */
export async function resolveOwner(folder: string, user: SystemUser | undefined): Promise<SystemUser | undefined> {
  const { uid, gid, mode } = await stat(folder);
  const ownUid = process.getuid?.();
  if (!user && uid !== ownUid) {
    throw new StartError(
      `${folder} belongs to the user with id ${uid} and core runs as ${ownUid}: start it as that user.`,
      {
        exitCode: 2,
      },
    );
  }
  if (user && uid === 0) await changeOwner(folder, user);
  // PostgreSQL refuses a folder that others may read.
  if (mode & 0o027) await chmod(folder, 0o700);
  return user && uid !== 0 ? { name: user.uid === uid ? user.name : `with id ${uid}`, uid, gid } : user;
}

async function changeOwner(path: string, user: SystemUser): Promise<void> {
  await lchown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await changeOwner(inner, user);
    else await lchown(inner, user.uid, user.gid);
  }
}
