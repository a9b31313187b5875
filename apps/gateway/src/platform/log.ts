import { type Logger, pino } from 'pino';
import { readableLine } from './readable-line.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Nobody hands secrets to the log; should one ever come as a field, it stays out all the same. */
const secretPaths = ['credential', 'secret', 'privateKey', 'presharedKey'].flatMap((name) => [name, `*.${name}`]);

/** On standard output: one JSON object per line for machines, plain lines for a person at a terminal. */
export function createLog(level: LogLevel, output: Pick<typeof process.stdout, 'isTTY' | 'write'>): Logger {
  const options = { level, redact: secretPaths, base: null };
  return pino(options, { write: (line) => void output.write(output.isTTY ? readableLine(line) : line) });
}
