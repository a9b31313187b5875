interface Line {
  readonly level: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
  readonly [fact: string]: unknown;
}

/** By the level numbers of pino; levels below warning have no prefix. */
const levelPrefixes: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };
/** The same on every line of a terminal. */
const isConstant = (name: string) => name === 'pid' || name === 'hostname';

/** Formats a JSON log line of pino for a terminal: local time, message, and the other fields in brackets. */
export function readableLine(json: string): string {
  const { level, time, msg = '', err, ...facts }: Line = JSON.parse(json);
  const details = Object.entries({ ...facts, ...(err && { error: err.message }) })
    .filter(([name, value]) => value !== undefined && !isConstant(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const extra = details.length > 0 ? ` (${details.join(', ')})` : '';
  const text = `${levelPrefixes[level] ?? ''}${msg}${extra}`;
  return `${new Date(time).toLocaleTimeString('en-GB')} ${escapeControls(text)}\n`;
}

/** A logged value may come from a request: a control character in it could change what the terminal shows. */
function escapeControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
