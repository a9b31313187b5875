import { type WriteRefusal, WriteRefused } from '../../ports/ldap-writer.ts';

/** By result code, RFC 4511 appendix A. */
const byResultCode: Readonly<Record<number, WriteRefusal>> = {
  8: 'encryption',
  13: 'encryption',
  16: 'schema',
  17: 'schema',
  18: 'value',
  19: 'constraint',
  20: 'value',
  21: 'value',
  32: 'missing',
  34: 'value',
  50: 'permission',
  53: 'constraint',
  64: 'schema',
  65: 'schema',
  66: 'not_leaf',
  67: 'schema',
  68: 'exists',
  69: 'schema',
};
/** Codes that concern the server or the connection: others fail the change alone, so that it does not block the rest. */
const ofServer = new Set([1, 2, 3, 11, 14, 48, 49, 51, 52]);

/** The refusal of one change; undefined if the error concerns the connection. Messages of servers are not trusted. */
export function toWriteRefused(error: unknown): WriteRefused | undefined {
  if (error instanceof WriteRefused) return error;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'number' || ofServer.has(code)) return undefined;
  const reason = byResultCode[code] ?? 'other';
  return new WriteRefused(reason, `the server answered with code ${code}`, { cause: error });
}
