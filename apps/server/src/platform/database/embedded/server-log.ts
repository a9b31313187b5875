import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

interface Line {
  readonly backend: string;
  readonly severity: string;
  readonly text: string;
}

export interface ServerLog {
  /** Resolves when the server accepts connections; never if it ends before. */
  readonly ready: Promise<void>;
  /** The last lines, the oldest first. */
  lastLines(): readonly string[];
}

const rememberedLines = 20;
const nothing: Line = { backend: '', severity: '', text: '' };

/** Forwards each line that a PostgreSQL server writes to stderr to `log`. */
export function forwardServerLog(stderr: Readable | null, log: Logger): ServerLog {
  if (!stderr) throw new Error('stderr of the server is not piped');
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const last: string[] = [];
  let line = nothing;
  createInterface({ input: stderr }).on('line', (written) => {
    last.push(written);
    if (last.length > rememberedLines) last.shift();
    line = parseLine(written, line);
    writeLine(line, log);
    if (line.text === 'database system is ready to accept connections') resolve();
  });
  return { ready, lastLines: () => last };
}

/** Parses `log_line_prefix` and the severity: `[checkpointer] LOG:  text`. A tab continues the line before. */
function parseLine(written: string, before: Line): Line {
  if (written.startsWith('\t')) return { ...before, text: written.trim() };
  const [, backend = '', severity = '', text = written] = /^(?:\[(.*?)\] )?([A-Z]+\d?): {2}(.*)$/.exec(written) ?? [];
  return { backend, severity, text };
}

function writeLine({ backend, severity, text }: Line, log: Logger): void {
  const message = `postgres: ${text}`;
  // Clients receive their errors themselves, and here they would reveal user input.
  if (backend === 'client backend' || backend === 'parallel worker') {
    if (severity === 'PANIC') log.error(message);
    else if (severity === 'FATAL') log.debug(message);
  } else if (['PANIC', 'FATAL', 'ERROR'].includes(severity)) log.error(message);
  else if (severity === 'WARNING') log.warn(message);
  else if (backend === 'startup' && !text.startsWith('database system was shut down')) log.info(message);
  else log.debug(message);
}
