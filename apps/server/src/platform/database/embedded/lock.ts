import { type FileHandle, open } from 'node:fs/promises';
import { LockError, lockFile } from '@gatewarden/process/lock-file';
import { StartError } from '../../start-error.ts';
import { cleanEnvironment } from './clean-environment.ts';

const explanations = {
  'program-missing': 'The program flock is missing: install the package util-linux.',
  unsupported: 'The file system of the data folder does not support locks: set GATEWARDEN_DATA_DIR to a local disk.',
} as const;

/** As `lockFile`, waiting up to `waitSeconds`. @throws StartError if the file cannot be locked */
export async function acquireLock(handle: FileHandle, waitSeconds = 0): Promise<boolean> {
  try {
    return await lockFile(handle, { waitSeconds, environment: cleanEnvironment });
  } catch (cause) {
    if (!(cause instanceof LockError)) throw cause;
    throw new StartError(explanations[cause.reason], { cause });
  }
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
