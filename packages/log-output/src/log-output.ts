import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

export interface LogLoss {
  readonly lines: number;
  /** Code of the last failed write, such as ENOSPC or EPIPE; EAGAIN when the reader was too slow. */
  readonly reason: string;
}

export interface LogOutput {
  write(line: string): void;
  /** Writes pending lines, as far as the output accepts them without blocking. */
  flush(): void;
}

interface Options {
  /** Limit of the pending lines in memory; further lines are lost. */
  readonly maxBytes?: number;
  /** Called when the output works again after it lost lines. */
  readonly onLoss?: (loss: LogLoss) => void;
}

const defaultMaxBytes = 1024 * 1024;
/** A full pipe has space again as soon as its reader continues, a full disk only after an administrator frees some. */
const retryMilliseconds = { slow: 50, broken: 1_000 } as const;

/**
 * Writes lines to a file descriptor. Never blocks on a slow reader, never throws and never buffers more than
 * `maxBytes`: on a full disk or without a reader, lines are lost and counted.
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
      // a pipe may accept part of a line; the rest is written first, so that lines stay complete
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
 * A descriptor for the same pipe or terminal that fails instead of blocking while the reader does not read; a write to
 * the given one would block the whole process. `O_NONBLOCK` belongs to the open file, which is shared with other
 * processes, so the file is opened again (proc(5), /proc/pid/fd). Files never block; sockets cannot be opened.
 */
function openNonBlocking(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}
