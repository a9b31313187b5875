import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';

export interface GroupRemoval {
  /** Locations that had no other group: everybody may use them afterwards. */
  opened: readonly string[];
  /** Locations that other groups still limit: who has no other way in loses them. */
  narrowed: readonly string[];
  /** Nobody could administer the instance any more, so it is refused. */
  isLastAdminGroup: boolean;
}

/** What deleting the group does. */
export function removalOf(
  group: GroupInfo,
  groups: readonly GroupInfo[],
  locations: readonly Pick<LocationInfo, 'name' | 'allowed_groups'>[],
): GroupRemoval {
  const limited = locations.filter(({ allowed_groups }) => allowed_groups.includes(group.name));
  const names = (alone: boolean) =>
    limited.filter(({ allowed_groups }) => (allowed_groups.length === 1) === alone).map(({ name }) => name);
  return { opened: names(true), narrowed: names(false), isLastAdminGroup: isLastAdminGroup(group, groups) };
}

/** Whether the group is the only one of administrators. */
export function isLastAdminGroup(group: GroupInfo, groups: readonly GroupInfo[]): boolean {
  return group.is_admin && !groups.some(({ id, is_admin }) => is_admin && id !== group.id);
}
