import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StopError } from './stop-error.ts';

/** Held until it is disposed or the process ends. */
export type FolderLock = AsyncDisposable;

/**
 * Locks a file in the folder. Only its owner may enter the folder, so no other user of the machine can take the lock.
 * @param component name of the component in the error message, such as `gateway`
 * @throws StopError when another process holds it
 */
export async function lockFolder(path: string, component: string): Promise<FolderLock> {
  const file = await open(join(path, 'lock'), 'a', 0o600);
  try {
    await lock(file, path, component);
  } catch (error) {
    await file.close();
    throw error;
  }
  return { [Symbol.asyncDispose]: () => file.close() };
}

/**
 * flock(2) locks the open file, which the program shares with this process, so the lock outlives the program and ends
 * when this process closes the file or ends. Node opens files close-on-exec: no other child process holds the lock.
 */
function lock(file: FileHandle, path: string, component: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const program = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file.fd] });
    program.once('error', (cause: NodeJS.ErrnoException) => {
      const missing = cause.code === 'ENOENT';
      const message = missing ? 'The program flock is not installed; install util-linux.' : cause.message;
      reject(new StopError('failed', message, { cause }));
    });
    program.once('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new StopError('failed', `Another ${component} is running with the state folder ${path}; stop it first.`),
        );
    });
  });
}
