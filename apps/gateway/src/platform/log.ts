import { type Logger, pino } from 'pino';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One JSON object per line on standard output. */
export function createLog(level: LogLevel): Logger {
  // Nobody hands secrets to the log; should one ever come as a field, it stays out all the same.
  const redact = ['credential', 'secret', 'privateKey', 'presharedKey', '*.credential', '*.secret', '*.privateKey'];
  return pino({ level, redact, base: null });
}
