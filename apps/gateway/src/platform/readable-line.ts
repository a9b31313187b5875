interface Line {
  readonly level: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
  readonly [fact: string]: unknown;
}

/** By the level numbers of pino; levels below warning have no prefix. */
const levelPrefixes: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

/** Formats a JSON log line for a terminal: local time, message, and the other fields in brackets. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...facts }: Line = JSON.parse(json);
  const details = Object.entries({ ...facts, ...(err && { error: err.message }) }).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const extra = details.length > 0 ? ` (${details.join(', ')})` : '';
  return `${new Date(time).toLocaleTimeString('en-GB')} ${levelPrefixes[level] ?? ''}${msg}${extra}\n`;
}
