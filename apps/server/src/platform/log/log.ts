import { openLogOutput } from '@gatewarden/log-output';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { limitRepeats } from './limit-repeats.ts';

export type Log = Logger;

const secretPaths = ['password', 'token', 'secret', 'authorization', 'cookie', 'private_key', 'privateKey'];

/** What every log of ours does: fields that are named like secrets are blanked at three depths. */
const logRules = {
  redact: { paths: secretPaths.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  serializers: { err: describeError },
} satisfies LoggerOptions;

/**
 * Logs as JSON lines, to standard output unless told otherwise. Standard output may be a full disk, or a pipe that no
 * program reads: that costs lines, which are counted in a warning once it works again, and never stops the process.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { ...logRules, hooks: limitRepeats(), level };
  if (destination) return pino(options, destination);
  const output = openLogOutput(process.stdout.fd, {
    onLoss: (loss) => log.warn(loss, 'log lines were lost because they could not be written'),
  });
  const log = pino(options, output);
  process.once('exit', output.flush);
  return log;
}

/** Only what errors have by nature: libraries hang connections with their passwords on theirs. */
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
