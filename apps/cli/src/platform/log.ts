import { openLogOutput } from '@gatewarden/log-output';
import { readableLine } from '@gatewarden/log-output/readable-line';

/** The log of the client; facts contain no secrets. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** One JSON object per line for machines, plain text for a terminal. Lines are lost on a full disk. */
export function createLog({ fd, isTTY }: { readonly fd: number; readonly isTTY: boolean }): Log {
  const output = openLogOutput(fd, {
    onLoss: (loss) => log.warn(loss, 'log lines were lost because they could not be written'),
  });
  const write = (level: number, facts: object, msg: string) => {
    const line = `${JSON.stringify({ level, time: Date.now(), ...facts, msg })}\n`;
    output.write(isTTY ? readableLine(line) : line);
  };
  const log: Log = {
    info: (facts, message) => write(30, facts, message),
    warn: (facts, message) => write(40, facts, message),
  };
  process.once('exit', output.flush);
  return log;
}
