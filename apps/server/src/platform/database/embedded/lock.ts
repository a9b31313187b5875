import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';
import { cleanEnvironment } from './clean-environment.ts';

/**
 * Takes the flock(2) lock of an open file or folder, waiting up to `waitSeconds` for it; false if another process holds
 * it. The kernel releases it when the last process that inherited this open file has ended.
 */
export async function acquireLock(handle: FileHandle, waitSeconds = 0): Promise<boolean> {
  // Node has no flock. The lock belongs to the open file, which is shared with the helper, and remains when the helper
  // ends.
  const wait = waitSeconds > 0 ? ['--timeout', String(waitSeconds)] : ['--nonblock'];
  const helper = spawn('flock', [...wait, '3'], {
    stdio: ['ignore', 'ignore', 'ignore', handle.fd],
    env: cleanEnvironment,
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    helper.once('error', reject);
    helper.once('exit', resolve);
  }).catch((cause) => {
    throw new StartError('The program flock is missing: install the package util-linux.', { cause });
  });
  if (code === 0 || code === 1) return code === 0;
  throw new StartError(
    'The file system of the data folder does not support locks: set GATEWARDEN_DATA_DIR to a local disk.',
  );
}

/**
 * Makes this process the only core on a data folder until the handle is closed or the process ends.
 * @throws StartError if another core uses it; the message contains its process id
 */
export async function acquireCoreLock(path: string, folder: string): Promise<FileHandle> {
  const handle = await open(path, 'a+', 0o600);
  try {
    if (!(await acquireLock(handle))) {
      const holder = (await handle.readFile('utf8')).trim();
      throw new StartError(
        `Another core${holder && ` (process ${holder})`} uses ${folder}: stop it, or set GATEWARDEN_DATA_DIR to another folder.`,
      );
    }
    await handle.truncate();
    await handle.write(`${process.pid}\n`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
