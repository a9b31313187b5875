import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log/log.ts';

/** What this core saw last, beside the database: it survives what happens to the database while core is stopped. */
export interface MarkFile {
  /** Undefined when there is none that can be read. */
  read(): Promise<Buffer | undefined>;
  /** True also for a file that cannot be read. */
  exists(): Promise<boolean>;
  /** A failure is logged once and otherwise ignored: gateways and running cores have marks too. */
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

  async function replace(draft: string, mark: Buffer): Promise<void> {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(mark);
      if (!isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
    if (!isDurable) await syncFolder(dataDir);
    // after a power failure a former mark serves as well, but no mark would mean that a backup was restored
    isDurable = true;
  }

  return {
    read: () => readFile(path).catch(() => undefined),
    exists,
    async write(mark) {
      const draft = `${path}.${randomUUID()}`;
      try {
        await replace(draft, mark);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          log.warn({ err: error, path }, 'the mark that detects a restored database could not be written');
        hasFailed = true;
        await rm(draft, { force: true }).catch(() => undefined);
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
