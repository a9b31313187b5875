import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log/log.ts';

/** What this core saw last, beside the database: it survives what happens to the database while core is stopped. */
export interface MarkFile {
  /** Undefined when there is none that can be read. */
  read(): Promise<Buffer | undefined>;
  /** A failure is logged once and otherwise ignored: gateways and running cores have marks too. */
  write(mark: Buffer): Promise<void>;
}

export function createMarkFile(dataDir: string, log: Log): MarkFile {
  const path = join(dataDir, 'history.mark');
  let hasFailed = false;
  return {
    read: () => readFile(path).catch(() => undefined),
    async write(mark) {
      const draft = `${path}.${randomUUID()}`;
      try {
        await mkdir(dataDir, { recursive: true, mode: 0o711 });
        await writeFile(draft, mark, { mode: 0o600 });
        await rename(draft, path);
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
