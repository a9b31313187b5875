import type { LdapSchema } from '../../ports/ldap-directory.ts';
import type { LdapEntry } from '../../ports/ldap-writer.ts';
import { accountDisabled, controlAttribute } from './describe-entries.ts';
import type { LinkedEntry } from './entries.queries.ts';

/** The attributes whose values this instance must replace although they cannot be compared. */
export function passwordDifference(
  { is_revoked, is_outdated }: Pick<LinkedEntry, 'is_revoked' | 'is_outdated'>,
  isActive: boolean,
  { isActiveDirectory }: Pick<LdapSchema, 'isActiveDirectory'>,
): string[] {
  const isUsable = !isActiveDirectory && !isActive && !is_revoked;
  return is_outdated || isUsable ? ['userPassword'] : [];
}

/**
 * The attributes by which an entry is enabled although the account is not, or the other way round. Only Active Directory has
 * one; elsewhere a disabled account has a random password, which cannot be compared.
 */
export function statusDifference(
  entry: LdapEntry,
  isActive: boolean,
  { isActiveDirectory }: Pick<LdapSchema, 'isActiveDirectory'>,
): string[] {
  if (!isActiveDirectory) return [];
  const isDisabled = (Number(entry.values(controlAttribute)[0] ?? 0) & accountDisabled) !== 0;
  return isDisabled === isActive ? [controlAttribute] : [];
}
