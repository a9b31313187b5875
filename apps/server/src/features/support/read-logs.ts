import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { logFolderOf, numberOfLogFile } from '../../platform/log/log-files.ts';

interface LogFile {
  readonly path: string;
  readonly bytes: number;
}

/** Oldest first; none if there is no folder. @throws Error if the folder is not readable */
export async function listLogFiles(dataDir: string): Promise<LogFile[]> {
  const folder = logFolderOf(dataDir);
  const names = await readdir(folder).catch(orNoneIfMissing);
  const numbered = names.flatMap((name) => {
    const number = numberOfLogFile(name);
    return number === undefined ? [] : [{ path: join(folder, name), number }];
  });
  const files: LogFile[] = [];
  for (const { path } of numbered.toSorted((a, b) => a.number - b.number)) {
    const size = await stat(path).then(({ size: bytes }) => bytes, orUndefinedIfMissing);
    if (size !== undefined && size > 0) files.push({ path, bytes: size });
  }
  return files;
}

interface LogSource {
  readonly dataDir: string;
  readonly logFiles: boolean;
}

/** All log files, each as long as it was at the beginning; a line of explanation if there are none or they are unreadable. */
export function streamLogs(source: LogSource): Readable {
  return Readable.from(readAll(source), { objectMode: false });
}

async function* readAll({ dataDir, logFiles }: LogSource): AsyncGenerator<Buffer | string> {
  try {
    const files = await listLogFiles(dataDir);
    if (files.length === 0) yield noticeOf(logFiles);
    for (const { path, bytes } of files) yield* readFile(path, bytes);
  } catch (error) {
    yield `The log files cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}\n`;
  }
}

async function* readFile(path: string, bytes: number): AsyncGenerator<Buffer> {
  const content = createReadStream(path, { end: bytes - 1 });
  try {
    for await (const chunk of content) yield chunk as Buffer;
  } catch (error) {
    // the oldest file was replaced meanwhile
    orNoneIfMissing(error as NodeJS.ErrnoException);
  }
}

/** The end of the log in at most `maxBytes`, from the beginning of a line; explanations as in `streamLogs`. */
export async function readLogEnd({ dataDir, logFiles }: LogSource, maxBytes: number): Promise<Buffer> {
  try {
    const files = await listLogFiles(dataDir);
    if (files.length === 0) return Buffer.from(noticeOf(logFiles));
    const parts: Buffer[] = [];
    let missing = maxBytes;
    for (const { path, bytes } of files.toReversed()) {
      if (missing <= 0) break;
      const length = Math.min(bytes, missing);
      const part = await readEnd(path, bytes, length);
      parts.unshift(length < bytes ? part.subarray(part.indexOf('\n') + 1) : part);
      missing -= length;
    }
    return Buffer.concat(parts);
  } catch (error) {
    return Buffer.from(`The log files cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}\n`);
  }
}

/** Empty if the file was replaced meanwhile. */
async function readEnd(path: string, bytes: number, length: number): Promise<Buffer> {
  const file = await open(path).catch(orUndefinedIfMissing);
  if (!file) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, bytes - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function noticeOf(logFiles: boolean): string {
  return logFiles
    ? 'There are no log files yet.\n'
    : 'There are no log files: GATEWARDEN_LOG_FILES is off. The log is on standard output.\n';
}

function orNoneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}

function orUndefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
