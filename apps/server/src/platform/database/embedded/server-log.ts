import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

interface Line {
  readonly backend: string;
  readonly severity: string;
  readonly text: string;
}

export interface ServerLog {
  /** Resolves when the server takes connections; never when it ends before. */
  readonly ready: Promise<void>;
  /** The last lines, oldest first. */
  lastLines(): readonly string[];
}

const rememberedLines = 20;

/** Hands each line that a PostgreSQL program writes to stderr on to `log`. */
export function forwardServerLog(stderr: Readable | null, log: Logger): ServerLog {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const last: string[] = [];
  if (!stderr) throw new Error('stderr of the server is not piped');
  createInterface({ input: stderr }).on('line', (written) => {
    last.push(written);
    if (last.length > rememberedLines) last.shift();
    const line = parseLine(written);
    writeLine(line, log);
    if (line.text === 'database system is ready to accept connections') resolve();
  });
  return { ready, lastLines: () => last };
}

/** The shape is `log_line_prefix` and the severity: `[checkpointer] LOG:  text`. */
function parseLine(line: string): Line {
  const [, backend = '', severity = '', text = line] = /^(?:\[(.*?)\] )?([A-Z]+\d?): {2}(.*)$/.exec(line) ?? [];
  return { backend, severity, text };
}

function writeLine({ backend, severity, text }: Line, log: Logger): void {
  const message = `postgres: ${text}`;
  // A client is told of its errors itself, and here they would show what people typed.
  if (backend === 'client backend' && severity !== 'PANIC') {
    if (severity === 'FATAL') log.debug(message);
  } else if (['PANIC', 'FATAL', 'ERROR'].includes(severity)) log.error(message);
  else if (severity === 'WARNING') log.warn(message);
  else if (backend === 'startup' && !text.startsWith('database system was shut down')) log.info(message);
  else log.debug(message);
}
