import { openLogOutput } from '@gatewarden/log-output';
import { type Logger, pino } from 'pino';
import { readableLine } from './readable-line.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Nobody hands secrets to the log; should one ever come as a field, it stays out all the same. */
const secretPaths = ['credential', 'secret', 'privateKey', 'presharedKey'].flatMap((name) => [name, `*.${name}`]);

/**
 * One JSON object per line for machines, plain lines for a person at a terminal. The output may be a full disk, or a
 * pipe that no program reads: that costs lines, which are counted in a warning once it works again, and never stops
 * the agent.
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
