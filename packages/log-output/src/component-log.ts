import { type Logger, pino } from 'pino';
import { openLogOutput } from './log-output.ts';
import { readableLine } from './readable-line.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** No code logs secrets; this redacts one that is logged as a field by mistake. */
const secretPaths = ['credential', 'secret', 'privateKey', 'presharedKey'].flatMap((name) => [name, `*.${name}`]);

/**
 * One JSON object per line for machines, plain text for a terminal. On a full disk, or in a pipe without a reader,
 * lines are lost; a warning counts them when the output works again. The process never ends because of that.
 */
export function createLog(level: LogLevel, { fd, isTTY }: { readonly fd: number; readonly isTTY: boolean }): Logger {
  const output = openLogOutput(fd, {
    onLoss: (loss) => log.warn(loss, 'log lines were lost because they could not be written'),
  });
  const options = { level, redact: secretPaths, base: null };
  const log = pino(options, { write: (line) => output.write(isTTY ? readableLine(line) : line) });
  process.once('exit', output.flush);
  return log;
}
