import type { AccessObstacle, AccessReason, LocationPerson, UserAccess } from '@gatewarden/contract/locations';
import type { PersonAccessRow, UserAccessRow } from './access.queries.ts';

interface User {
  readonly isActive: boolean;
  readonly isAdmin: boolean;
}

/** Why the user may use the location, and what keeps them out. */
export function explainAccess(user: User, row: UserAccessRow): Omit<UserAccess, 'gateway' | 'allowed_groups'> {
  return {
    location_id: row.id,
    location_name: row.name,
    reasons: reasonsOf({ isRestricted: row.allowed_groups.length > 0, isAdmin: user.isAdmin, groups: row.groups }),
    groups: [...row.groups],
    obstacle: obstacleOf(user, row),
  };
}

function obstacleOf({ isActive }: User, row: UserAccessRow): AccessObstacle | null {
  if (!row.is_entitled) return 'not_in_group';
  if (!isActive) return 'account_disabled';
  const canProve = { disabled: true, internal: row.has_factor, external: row.has_provider };
  return canProve[row.mfa_mode] ? null : 'second_factor_required';
}

/** A user who may use the location, with the reasons. */
export function presentPerson(row: PersonAccessRow, isRestricted: boolean): LocationPerson {
  const { is_admin: isAdmin, groups, ...person } = row;
  return {
    user_id: person.user_id,
    username: person.username,
    first_name: person.first_name,
    last_name: person.last_name,
    reasons: reasonsOf({ isRestricted, isAdmin, groups }),
    groups: [...groups],
  };
}

interface Facts {
  /** Whether the location is limited to groups. */
  readonly isRestricted: boolean;
  readonly isAdmin: boolean;
  /** Groups of the user that may use the location. */
  readonly groups: readonly string[];
}

function reasonsOf({ isRestricted, isAdmin, groups }: Facts): AccessReason[] {
  if (!isRestricted) return ['everyone'];
  return [...(groups.length > 0 ? ['group' as const] : []), ...(isAdmin ? ['admin' as const] : [])];
}
