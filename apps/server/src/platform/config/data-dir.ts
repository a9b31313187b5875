import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Creates the data folder if it is missing and verifies that this process can write to it.
 * @throws StartError if it is a file, belongs to another user, or cannot be created or written to
 */
export async function prepareDataDir(path: string): Promise<void> {
  try {
    await createFolder(path);
    await requireFolder(path);
    await rmdir(await mkdtemp(join(path, '.write-test-')));
  } catch (error) {
    throw explain(path, error);
  }
}

/**
 * For commands, which create no folder: verifies that the folder exists and that its files are readable.
 * @throws StartError if it does not exist or belongs to another user
 */
export async function requireReadableDataDir(path: string, files: readonly string[]): Promise<void> {
  try {
    await requireFolder(path);
    for (const file of files) await access(join(path, file), constants.R_OK).catch(orThrowUnlessMissing);
  } catch (error) {
    throw explain(path, error);
  }
}

/**
 * One level at a time: the recursive `mkdir` of Node never returns if a folder cannot be created below an existing one,
 * as in /proc. Others may enter but not list the folder: the embedded database runs as another user.
 */
async function createFolder(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (isThere) return;
  await createFolder(dirname(path));
  await mkdir(path, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    // another core has created it
    if (error.code !== 'EEXIST') throw error;
  });
}

async function requireFolder(path: string): Promise<void> {
  if (!(await stat(path)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
}

function orThrowUnlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function explain(path: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartError(`The disk that holds ${path} is full: free some space and start again.`, { cause: error });
  }
  return new StartError(
    describeProblem(path, code) ?? `${path} cannot be the data folder (${message}): ${otherFolderAdvice}.`,
    {
      cause: error,
      exitCode: 2,
    },
  );
}

const otherFolderAdvice = 'set GATEWARDEN_DATA_DIR to another folder';

function describeProblem(path: string, code: string | undefined): string | undefined {
  const us = `The user with id ${process.getuid?.()}, as which this runs,`;
  switch (code) {
    case 'ENOTDIR':
      return `${path} is not a folder, or is below a file: ${otherFolderAdvice}.`;
    case 'EROFS':
      return `${path} is on a read-only file system: ${otherFolderAdvice}.`;
    case 'EACCES':
    case 'EPERM':
      return `${us} may not use ${path}: run it as the owner of that folder, or ${otherFolderAdvice}.`;
    case 'ENOENT':
      return `${path} is not there and cannot be made: ${otherFolderAdvice}.`;
    default:
      return undefined;
  }
}
