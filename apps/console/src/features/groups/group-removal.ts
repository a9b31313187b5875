import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';

type RestrictedLocation = Pick<LocationInfo, 'id' | 'name' | 'allowed_groups'>;

export interface GroupRemoval {
  /** Locations without another group: they would be open to all users, so they block the removal. */
  blocking: readonly RestrictedLocation[];
  /** Locations with other groups: members who are in none of these lose access. */
  narrowed: readonly RestrictedLocation[];
}

/** Effect of deleting the group on locations. */
export function removalOf(group: GroupInfo, locations: readonly RestrictedLocation[]): GroupRemoval {
  const restricted = locations.filter(({ allowed_groups }) => allowed_groups.includes(group.name));
  return {
    blocking: restricted.filter(({ allowed_groups }) => allowed_groups.length === 1),
    narrowed: restricted.filter(({ allowed_groups }) => allowed_groups.length > 1),
  };
}

/** Whether the group is the only admin group. */
export function isLastAdminGroup(group: GroupInfo, groups: readonly GroupInfo[]): boolean {
  return group.is_admin && !groups.some(({ id, is_admin }) => is_admin && id !== group.id);
}
