import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LogCheckpoint } from '@gatewarden/contract/activity-log';
import { hasValidSignature } from './checkpoints.ts';

/** The file exists, but no signed checkpoint can be read: it is damaged, or another operating-system user owns it. */
export class UnreadableCheckpointError extends Error {}

/** The last checkpoint, stored outside of the database so that changes to the database do not affect it. */
export interface ExternalCheckpoint {
  /** Undefined if there is none. @throws UnreadableCheckpointError */
  read(): Promise<LogCheckpoint | undefined>;
  /** Replaces it atomically: a reader sees either the previous or the new one. */
  write(checkpoint: LogCheckpoint): Promise<void>;
}

/** `activity-checkpoint.json` in the data folder, readable only by its owner. */
export function createExternalCheckpoint(dataDir: string): ExternalCheckpoint {
  const file = join(dataDir, 'activity-checkpoint.json');
  return {
    read: () => readCheckpointFile(file),
    async write(checkpoint) {
      // as for the instance key: other users may pass through to the database folder but not list this one
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

/** Reads a saved checkpoint. Undefined if there is no file. @throws UnreadableCheckpointError */
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

/** Other failures, such as too many open files, are temporary. */
function isPermanent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EACCES' || code === 'EPERM' || code === 'EISDIR';
}

/** Undefined if the text is not a checkpoint, or its signature does not match its own key. */
export function parseCheckpoint(text: string): LogCheckpoint | undefined {
  try {
    const parsed = LogCheckpoint.safeParse(JSON.parse(text));
    return parsed.success && hasValidSignature(parsed.data) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
