import { chmod, lchown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { SystemUser } from './unprivileged-user.ts';

const ourMajorVersion = 18;

/** The one true path of the data folder, whose parent exists from now on. */
export async function prepareParent(path: string): Promise<string> {
  // Others may pass but not look: the database's own user must get through to its folder.
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  return realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)));
}

/**
 * Whether there is a database that this release can run.
 * @throws StartError when it is of another major version of PostgreSQL, or something else is there
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
  throw new StartError(otherVersion(folder, major));
}

function otherVersion(folder: string, major: number): string {
  if (major > ourMajorVersion) {
    return `${folder} was made by PostgreSQL ${major} and this release has ${ourMajorVersion}: start the newer release that made it, or restore a backup from before the upgrade.`;
  }
  if (major < ourMajorVersion) {
    return `${folder} was made by PostgreSQL ${major} and this release has ${ourMajorVersion}: start the former release again. Data of another major version cannot be taken over (docs/backup.md).`;
  }
  return `${folder} holds files but no database: move them away, or set GATEWARDEN_DATA_DIR to another folder.`;
}

/**
 * Who runs the database in an existing data folder: whoever owns it, so that it moves between machines and users with
 * its files. Files of root, as a restored backup leaves them, go to `user`.
 * @throws StartError when we are not root and the folder is another's
 */
export async function resolveOwner(folder: string, user: SystemUser | undefined): Promise<SystemUser | undefined> {
  const { uid, gid, mode } = await stat(folder);
  const us = process.getuid?.();
  if (!user && uid !== us) {
    throw new StartError(
      `${folder} belongs to the user with id ${uid} and core runs as ${us}: start it as that user.`,
      {
        exitCode: 2,
      },
    );
  }
  if (user && uid === 0) await giveTo(folder, user);
  // PostgreSQL refuses a folder that others may look into.
  if (mode & 0o027) await chmod(folder, 0o700);
  return user && uid !== 0 ? { name: user.uid === uid ? user.name : `with id ${uid}`, uid, gid } : user;
}

async function giveTo(path: string, user: SystemUser): Promise<void> {
  await lchown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(inner, user);
    else await lchown(inner, user.uid, user.gid);
  }
}
