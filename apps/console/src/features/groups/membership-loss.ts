import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';
import type { ListedUser } from '@gatewarden/contract/users';

type Person = Pick<ListedUser, 'groups' | 'device_count'>;
type Place = Pick<LocationInfo, 'name' | 'allowed_groups'>;

export interface MembershipLoss {
  /** People who can no longer connect to a location. */
  readonly people: number;
  /** Devices of these people. */
  readonly devices: number;
  readonly locations: readonly string[];
  /** People who are no longer administrators. */
  readonly admins: number;
}

/** What people lose when they leave the group, given all groups and locations. Other groups may grant the same. */
export function lossOf(
  group: Pick<GroupInfo, 'name'>,
  leaving: readonly Person[],
  groups: readonly Pick<GroupInfo, 'name' | 'is_admin'>[],
  locations: readonly Place[],
): MembershipLoss {
  const adminGroups = new Set(groups.filter(({ is_admin }) => is_admin).map(({ name }) => name));
  const isAdmin = (names: readonly string[]) => names.some((name) => adminGroups.has(name));
  const opens = ({ allowed_groups: allowed }: Place, names: readonly string[]) =>
    allowed.length === 0 || isAdmin(names) || allowed.some((name) => names.includes(name));
  const changes = leaving.map((person) => {
    const left = person.groups.filter((name) => name !== group.name);
    const lost = locations.filter((location) => opens(location, person.groups) && !opens(location, left));
    return { person, lost, losesRights: isAdmin(person.groups) && !isAdmin(left) };
  });
  const losers = changes.filter(({ lost }) => lost.length > 0);
  return {
    people: losers.length,
    devices: losers.reduce((sum, { person }) => sum + person.device_count, 0),
    locations: [...new Set(losers.flatMap(({ lost }) => lost.map(({ name }) => name)))].toSorted(),
    admins: changes.filter(({ losesRights }) => losesRights).length,
  };
}
