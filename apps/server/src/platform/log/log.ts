import { openLogOutput } from '@gatewarden/log-output';
import { readableLine } from '@gatewarden/log-output/readable-line';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { limitRepeats } from './limit-repeats.ts';

export type Log = Logger;

/** Where the lines of a log are written in addition to standard output, always as JSON. */
export interface LogCopy {
  /** Never throws. */
  write(line: string): void;
  /** Calls the listener when lines can no longer be written, at once if that is the case already. */
  onFailure(listener: (error: Error) => void): void;
}

const secretPaths = ['password', 'token', 'secret', 'authorization', 'cookie', 'private_key', 'privateKey'];

/** Applies to every log: fields that are named like secrets are redacted at three depths. */
const logRules = {
  redact: { paths: secretPaths.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  serializers: { err: describeError },
} satisfies LoggerOptions;

/**
 * Creates a log that writes JSON lines, to standard output by default, where a terminal gets readable lines instead. If
 * standard output is a full disk, or a pipe that no program reads, lines are lost; a warning counts them once it works
 * again. The process never blocks or ends because of it. `copy` receives the same lines.
 */
export function createLog(level: string, destination?: DestinationStream, copy?: LogCopy): Log {
  const options = { ...logRules, hooks: limitRepeats(), level };
  if (destination) return pino(options, destination);
  const output = openLogOutput(process.stdout.fd, {
    onLoss: (loss) => log.warn(loss, 'log lines were lost because they could not be written'),
  });
  const { isTTY } = process.stdout;
  const log = pino(options, {
    write(line) {
      output.write(isTTY ? readableLine(line) : line);
      copy?.write(line);
    },
  });
  process.once('exit', output.flush);
  copy?.onFailure((error) =>
    log.warn({ err: error }, 'log files cannot be written; the log is only on standard output'),
  );
  return log;
}

/** Only standard properties: libraries attach connections with their passwords to errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
