import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LogCheckpoint } from '@gatewarden/contract/activity-log';
import { hasValidSignature } from './checkpoints.ts';

/** There is a file, but no signed checkpoint can be read from it: it is damaged, or belongs to another operating-system user. */
export class UnreadableCheckpointError extends Error {}

/** The last checkpoint outside of the database, where a change to the database does not reach it. */
export interface ExternalCheckpoint {
  /** Undefined when there is none. @throws UnreadableCheckpointError */
  read(): Promise<LogCheckpoint | undefined>;
  /** Replaces it in one step: a reader sees the one before or this one. */
  write(checkpoint: LogCheckpoint): Promise<void>;
}

/** `activity-checkpoint.json` in the data folder, readable by its owner alone. */
export function createExternalCheckpoint(dataDir: string): ExternalCheckpoint {
  const file = join(dataDir, 'activity-checkpoint.json');
  return {
    read: () => readCheckpointFile(file),
    async write(checkpoint) {
      // as the instance key: others may pass to the folder of the database but not look
      await mkdir(dataDir, { recursive: true, mode: 0o711 });
      const temporaryFile = `${file}.${randomUUID()}`;
      try {
        const handle = await open(temporaryFile, 'wx', 0o600);
        try {
          await handle.writeFile(`${JSON.stringify(checkpoint)}\n`);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporaryFile, file);
      } catch (error) {
        await rm(temporaryFile, { force: true });
        throw error;
      }
    },
  };
}

/** A checkpoint that was saved as a file. Undefined when there is no file. @throws UnreadableCheckpointError */
export async function readCheckpointFile(file: string): Promise<LogCheckpoint | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (!isPermanent(error)) throw error;
    throw new UnreadableCheckpointError(`${file} cannot be read: ${error.message}`, { cause: error });
  });
  if (text === undefined) return undefined;
  const checkpoint = parseCheckpoint(text);
  if (!checkpoint) throw new UnreadableCheckpointError(`${file} is not a signed checkpoint`);
  return checkpoint;
}

/** Other failures, such as too many open files, pass. */
function isPermanent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EACCES' || code === 'EPERM' || code === 'EISDIR';
}

/** Undefined for what is no checkpoint, or not signed by its own key. */
export function parseCheckpoint(text: string): LogCheckpoint | undefined {
  try {
    const parsed = LogCheckpoint.safeParse(JSON.parse(text));
    return parsed.success && hasValidSignature(parsed.data) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
