import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

export interface LogLoss {
  readonly lines: number;
  /** Code of the last failed write, such as ENOSPC or EPIPE; EAGAIN when the reader was too slow. */
  readonly reason: string;
}

export interface LogOutput {
  write(line: string): void;
  /** Writes what waits, as far as the output takes it now. */
  flush(): void;
}

interface Options {
  /** What may wait in memory; lines beyond it are lost, the new ones first. */
  readonly maxBytes?: number;
  /** Called when the output works again after lines were lost. */
  readonly onLoss?: (loss: LogLoss) => void;
}

const defaultMaxBytes = 1024 * 1024;
/** A full pipe has room again as soon as its reader goes on, a full disk when a person has made some. */
const retryMilliseconds = { slow: 50, broken: 1_000 } as const;

/**
 * Writes lines to a file descriptor and never blocks on a slow reader, never throws and never grows beyond `maxBytes`:
 * a full disk or a reader that is gone costs lines, which are counted, and nothing else.
 */
export function openLogOutput(fd: number, { maxBytes = defaultMaxBytes, onLoss }: Options = {}): LogOutput {
  const target = openNonBlocking(fd);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let lostLines = 0;
  let reason = 'EAGAIN';
  let retry: NodeJS.Timeout | undefined;

  function writeAll(): void {
    while (pending[0]) {
      const written = writeSync(target, pending[0]);
      pendingBytes -= written;
      // a pipe may take a part of a line; the rest goes first, so that lines stay whole
      if (written < pending[0].length) pending[0] = pending[0].subarray(written);
      else pending = pending.slice(1);
    }
  }

  function flush(): void {
    try {
      if (pending.length > 1) pending = [Buffer.concat(pending)];
      writeAll();
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
      retry ??= setTimeout(retryFlush, retryMilliseconds[reason === 'EAGAIN' ? 'slow' : 'broken']).unref();
      return;
    }
    if (lostLines === 0) return;
    const loss = { lines: lostLines, reason };
    lostLines = 0;
    onLoss?.(loss);
  }

  function retryFlush(): void {
    retry = undefined;
    flush();
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (pendingBytes + bytes.length > maxBytes) {
        lostLines += 1;
        return;
      }
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (!retry) flush();
    },
    flush,
  };
}

/**
 * A descriptor for the same pipe or terminal that fails instead of waiting while the reader does not read; writing to
 * the one that was handed over would stop the whole process. `O_NONBLOCK` belongs to the open file, which is shared
 * with other processes, so it is opened again (proc(5), /proc/pid/fd). Files never wait; sockets cannot be opened.
 */
function openNonBlocking(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}
