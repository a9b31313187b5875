import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log/log.ts';

/**
 * The latest mark of this core in a file outside of the database, so that it survives a restore while core is stopped.
 */
export interface MarkFile {
  /** Undefined if there is no readable file. */
  read(): Promise<Buffer | undefined>;
  /** True also if the file cannot be read. */
  exists(): Promise<boolean>;
  /** Logs the first of several failures and otherwise ignores them: gateways and running cores have marks too. */
  write(mark: Buffer): Promise<void>;
}

export function createMarkFile(dataDir: string, log: Log): MarkFile {
  const path = join(dataDir, 'history.mark');
  let hasFailed = false;
  let isDurable = false;

  const exists = () =>
    access(path).then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
    );

  async function replace(temporaryPath: string, mark: Buffer): Promise<void> {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const handle = await open(temporaryPath, 'wx', 0o600);
    try {
      await handle.writeFile(mark);
      if (!isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryPath, path);
    if (!isDurable) await syncFolder(dataDir);
    // after a power failure an older mark is sufficient, but a missing mark would mean that a backup was restored
    isDurable = true;
  }

  return {
    read: () => readFile(path).catch(() => undefined),
    exists,
    async write(mark) {
      const temporaryPath = `${path}.${randomUUID()}`;
      try {
        await replace(temporaryPath, mark);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          log.warn({ err: error, path }, 'the mark that detects a restored database could not be written');
        hasFailed = true;
        await rm(temporaryPath, { force: true }).catch(() => undefined);
      }
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
