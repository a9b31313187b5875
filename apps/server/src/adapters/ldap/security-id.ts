import type { EntryValues } from './entry-values.ts';

/** [MS-DTYP] §2.4.2.2: identifies a person or group of Active Directory in all domains of a forest. */
export const securityIdAttribute = 'objectSid';
/** Of people: the last number of the security id of a group in the same domain, which does not list them as members. */
export const primaryGroupAttribute = 'primaryGroupID';

/** In hexadecimal; undefined if the server has none. */
export function securityIdOf(entry: EntryValues): string | undefined {
  return entry.bytes(securityIdAttribute)?.toString('hex');
}

/** The security id of the primary group of a person; undefined if the server has none. */
export function primaryGroupOf(entry: EntryValues): string | undefined {
  const own = entry.bytes(securityIdAttribute);
  const relativeId = Number(entry.text(primaryGroupAttribute) || Number.NaN);
  if (own === undefined || own.length < 12 || !isRelativeId(relativeId)) return undefined;
  own.writeUInt32LE(relativeId, own.length - 4);
  return own.toString('hex');
}

function isRelativeId(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}
