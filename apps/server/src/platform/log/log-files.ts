/// <reference path="./pino-roll.d.ts" />
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogCopy } from './log.ts';

/** Name of the folder in the data folder. */
const folderName = 'logs';
const extension = '.log';
const maxFiles = 5;
const maxFileMegabytes = 10;
/** Of lines that wait in memory while the disk is full; further ones are lost. */
const maxPendingBytes = 1024 * 1024;

export function logFolderOf(dataDir: string): string {
  return join(dataDir, folderName);
}

/** The number of a log file, which grows with each new file; undefined for other files of the folder. */
export function numberOfLogFile(name: string): number | undefined {
  const number = /^core\.(\d+)\.log$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/**
 * Opens `core.<number>.log` in the folder for logs, which it creates: five files of 10 MB, the oldest is deleted. Lines are
 * written at once, as to standard output, so that a process that is killed loses none. Never throws: a folder that cannot be
 * written to is a failure that `onFailure` reports.
 */
export async function openLogFiles(
  dataDir: string,
  { megabytes = maxFileMegabytes }: { readonly megabytes?: number } = {},
): Promise<LogCopy> {
  const folder = logFolderOf(dataDir);
  let report: ((error: Error) => void) | undefined;
  let failure: Error | undefined;
  // the report is itself a line, which must not cause the next report
  const fail = (error: Error) => {
    if (failure) return;
    failure = error;
    report?.(error);
  };
  const onFailure: LogCopy['onFailure'] = (listener) => {
    report = listener;
    if (failure) listener(failure);
  };
  try {
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await chmod(folder, 0o700);
    // loaded on demand: it takes 20 MB
    const { default: roll } = await import('pino-roll');
    const files = await roll({
      file: join(folder, 'core'),
      extension,
      size: `${megabytes}m`,
      mode: 0o600,
      sync: true,
      maxLength: maxPendingBytes,
      limit: { count: maxFiles, removeOtherLogFiles: true },
    });
    files.on('error', fail);
    files.on('write', () => {
      failure = undefined;
    });
    return { write: (line) => void files.write(line), onFailure };
  } catch (error) {
    fail(error as Error);
    return { write: () => undefined, onFailure };
  }
}
