import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LockError, lockFile } from '@gatewarden/process/lock-file';
import { StopError } from './stop-error.ts';

/** Held until it is disposed or the process ends. */
export type FolderLock = AsyncDisposable;

/**
 * Locks a file in the folder. Only its owner may enter the folder, so no other user of the machine can take the lock.
 * @param component name of the component in the error message, such as `gateway`
 * @throws StopError when another process holds it, or it cannot be locked
 */
export async function lockFolder(path: string, component: string): Promise<FolderLock> {
  const lock = await tryLockFolder(path);
  if (lock) return lock;
  throw new StopError('failed', `Another ${component} is running with the state folder ${path}; stop it first.`);
}

/**
 * As `lockFolder`; undefined when another process holds the lock.
 * @param waitSeconds how long to wait for the other process
 * @throws StopError when it cannot be locked
 */
export async function tryLockFolder(path: string, waitSeconds = 0): Promise<FolderLock | undefined> {
  const file = await open(join(path, 'lock'), 'a', 0o600);
  try {
    if (await lock(file, path, waitSeconds)) return { [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function lock(file: FileHandle, path: string, waitSeconds: number): Promise<boolean> {
  try {
    return await lockFile(file, { waitSeconds });
  } catch (cause) {
    throw new StopError('failed', explain(cause, path), { cause });
  }
}

function explain(cause: unknown, path: string): string {
  if (!(cause instanceof LockError)) return `The state folder ${path} cannot be locked: ${String(cause)}`;
  return cause.reason === 'program-missing'
    ? 'The program flock is not installed; install util-linux.'
    : `The file system of ${path} does not support locks; choose a folder on a local disk with --state-dir.`;
}
