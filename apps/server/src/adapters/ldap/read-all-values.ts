import { DirectoryFailure } from '../../ports/directory.ts';
import { EntryValues } from './entry-values.ts';
import type { LdapConnection } from './ldap-connection.ts';

/** More members than a directory of the supported size has. */
const maxValues = 1_000_000;

/**
 * All values of an attribute. Active Directory returns 1,500 at once, the rest on request.
 * @throws DirectoryFailure also if a part is missing: who is in it would lose access
 */
export async function readAllValues(
  connection: Pick<LdapConnection, 'search'>,
  entry: EntryValues,
  attribute: string,
): Promise<readonly string[]> {
  const first = entry.texts(attribute);
  let next = nextStart(entry, attribute, 0);
  if (next === undefined) return first;
  const values = [...first];
  while (next !== undefined) {
    if (next > maxValues) throw new DirectoryFailure('limit', 'a group has too many members');
    const attributes = [`${attribute};range=${next}-*`];
    const [found] = await connection.search(entry.name, { scope: 'base', attributes });
    const part = new EntryValues(found ?? { dn: '' });
    values.push(...part.texts(attribute));
    next = nextStart(part, attribute, next);
  }
  return values;
}

/** Undefined after the last part. `start` is that of the requested part. */
function nextStart(part: EntryValues, attribute: string, start: number): number | undefined {
  const range = part.range(attribute);
  if (range === undefined && start === 0) return undefined;
  if (range?.start !== start || (range.next !== undefined && range.next <= start)) {
    throw new DirectoryFailure('protocol', 'the server did not return the requested part of the members');
  }
  return range.next;
}
