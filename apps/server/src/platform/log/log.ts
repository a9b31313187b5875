import { type Logger, pino } from 'pino';

export type Log = Logger;

const secretPaths = ['password', 'token', 'secret', 'authorization', 'cookie', 'private_key', 'privateKey'];

/** Logs as JSON lines to standard output; fields that are named like secrets are blanked at two depths. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: { paths: secretPaths.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  });
}
