import { accessSync, constants, statfsSync } from 'node:fs';

const memoryFolder = '/dev/shm';
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Lets the tests keep their temporary files in memory, where there is enough of it: each has a database of its own, and
 * half of what such a test cost was the disk's. A folder that somebody chose with `TMPDIR` stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = memoryFolder;
}

function hasRoom() {
  try {
    accessSync(memoryFolder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false;
  }
}
