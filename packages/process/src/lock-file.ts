import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';

/**
 * Why a file cannot be locked, regardless of other processes.
 * - `program-missing`: the program flock is not installed.
 * - `unsupported`: the file system has no locks.
 */
export type LockFailure = 'program-missing' | 'unsupported';

/** Callers tell the person at the terminal what to do, in the words of their program. */
export class LockError extends Error {
  override readonly name = 'LockError';
  readonly reason: LockFailure;

  constructor(reason: LockFailure, options?: ErrorOptions) {
    super(`the file cannot be locked: ${reason}`, options);
    this.reason = reason;
  }
}

interface LockOptions {
  /** How long to wait for another process; 0 if absent. */
  readonly waitSeconds?: number;
  /** Environment of the program flock; that of this process if absent. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Takes the flock(2) lock of an open file or folder; false if another process holds it. Node has no flock: the lock belongs
 * to the open file, which the program flock shares with this process, so it remains when the program ends. The kernel
 * releases it when the last process that inherited this open file has closed it or ended. Node opens files close-on-exec:
 * no other child process inherits it unless it is given.
 * @throws LockError; another error if the program was ended by a signal
 */
export async function lockFile(file: FileHandle, options: LockOptions = {}): Promise<boolean> {
  const { waitSeconds = 0, environment } = options;
  const wait = waitSeconds > 0 ? ['--timeout', String(waitSeconds)] : ['--nonblock'];
  const program = spawn('flock', [...wait, '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file.fd],
    ...(environment && { env: environment }),
  });
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    program.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? new LockError('program-missing', { cause }) : cause),
    );
    program.once('exit', (code, signal) => resolve({ code, signal }));
  });
  if (code === 0 || code === 1) return code === 0;
  // for example when the service manager stops all processes of the service: says nothing about the file system
  if (signal) throw new Error(`the program flock was ended by ${signal}`);
  throw new LockError('unsupported');
}
