import { LdapFilter } from '../../platform/ldap/filter.ts';
import type { EntryValues } from './entry-values.ts';

/** Identifies an entry forever: RFC 4530, 389 Directory Server, FreeIPA. */
const textAttributes = ['entryUUID', 'nsUniqueId', 'ipaUniqueID'] as const;
/** Its values are bytes. */
export const guidAttribute = 'objectGUID';

/** Attributes to request for the external id. */
export const externalIdAttributes = [...textAttributes, guidAttribute];

/** The external id of an entry; empty if the server has no permanent identifiers. */
export function externalIdOf(entry: EntryValues, isActiveDirectory: boolean): string {
  if (!isActiveDirectory) return entry.text(...textAttributes).toLowerCase();
  const guid = entry.bytes(guidAttribute);
  return guid?.length === 16 ? formatGuid(guid) : '';
}

/** Finds the entry with this external id. */
export function externalIdFilter(externalId: string, isActiveDirectory: boolean): LdapFilter {
  if (isActiveDirectory) return LdapFilter.equal(guidAttribute, parseGuid(externalId));
  return LdapFilter.or(...textAttributes.map((attribute) => LdapFilter.equal(attribute, externalId)));
}

/** The usual text of a GUID, whose first three numbers Active Directory stores in reverse. */
function formatGuid(bytes: Buffer): string {
  const hex = (part: Buffer) => part.toString('hex');
  const reversed = (start: number, end: number) => hex(Buffer.from(bytes.subarray(start, end)).reverse());
  const [first, second, third] = [reversed(0, 4), reversed(4, 6), reversed(6, 8)];
  return [first, second, third, hex(bytes.subarray(8, 10)), hex(bytes.subarray(10))].join('-');
}

/** For a text that is not a GUID, bytes that identify no entry. */
function parseGuid(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16) return Buffer.alloc(16);
  for (const [start, end] of [
    [0, 4],
    [4, 6],
    [6, 8],
  ] as const)
    bytes.subarray(start, end).reverse();
  return bytes;
}
