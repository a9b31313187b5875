import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './groups.queries.ts';
import * as memberQueries from './members.queries.ts';

/**
 * The groups with these names, ordered by name; none of them is deleted until the transaction ends. Names match
 * exactly, and every name must match: leaving out an unknown one could empty the list, and a location without allowed
 * groups admits all users. `field` is the field of the request with the names.
 * @throws group_name_unknown with the first name that no group has
 */
export async function resolveGroupNames(
  tx: Tx,
  names: readonly string[],
  field: string,
): Promise<(queries.GroupRow & { readonly managed_by: string | null })[]> {
  const groups = await queries.lockGroupsByNameShared(tx, names);
  const unknown = findFirstMissing(
    names,
    groups.map((group) => group.name),
  );
  if (unknown !== undefined) throw new DomainError('group_name_unknown', { field, name: unknown });
  return groups;
}

/**
 * The users with these user names, ordered by user name; none of them is deleted until the transaction ends. Names
 * match exactly, and every name must match.
 * @throws username_unknown with the first name that no user has
 */
export async function resolveUsernames(
  tx: Tx,
  names: readonly string[],
  field: string,
): Promise<memberQueries.Member[]> {
  const users = await memberQueries.lockUsersByNameShared(tx, names);
  const unknown = findFirstMissing(
    names,
    users.map((user) => user.username),
  );
  if (unknown !== undefined) throw new DomainError('username_unknown', { field, name: unknown });
  return users;
}

function findFirstMissing(names: readonly string[], found: readonly string[]): string | undefined {
  const known = new Set(found);
  return names.find((name) => !known.has(name));
}
