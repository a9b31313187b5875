import { difference, isSubset, remove, type SourceSet, type SourceSets, sizeOf } from './source-set.ts';

/** A set of sources in as few names as groups allow. */
export interface NamedSources {
  /** Every user of the population except `exceptGroups` and `exceptUsers`; then groups and users are not listed. */
  readonly everyUser: boolean;
  readonly exceptGroups: readonly number[];
  readonly exceptUsers: readonly number[];
  /** Groups all of whose members in the population are in the set, ascending. */
  readonly groups: readonly number[];
  /** Users of the set that are in none of these groups, ascending. */
  readonly users: readonly number[];
  /** All users of the set, with those in the groups. */
  readonly userCount: number;
  /** Ascending. */
  readonly networkDevices: readonly number[];
}

/**
 * Returns a function that names sets of the population: large groups first, as long as a group adds a user. A set is named
 * by its exceptions if these are fewer.
 */
export function createNaming(sets: SourceSets): (set: SourceSet) => NamedSources {
  const bySize = [...sets.groups]
    .map(([id, members]) => ({ id, members, size: sizeOf(members) }))
    .sort((a, b) => b.size - a.size || a.id - b.id);

  function nameUsers(set: SourceSet): Names {
    const rest = set.slice();
    const groups: number[] = [];
    for (const { id, members, size } of bySize) {
      // at least one member is not covered by a larger group
      if (!isSubset(members, set) || sizeOf(difference(members, rest)) === size) continue;
      groups.push(id);
      remove(rest, members);
    }
    return { groups: groups.sort((a, b) => a - b), users: sets.usersOf(rest) };
  }

  return (set) => {
    const networkDevices = sets.networkDevicesOf(set);
    const userCount = sizeOf(set) - networkDevices.length;
    const named = nameUsers(set);
    const others = nameUsers(difference(sets.everyUser, set));
    const counted = { userCount, networkDevices };
    if (userCount > 0 && countOf(others) < countOf(named)) {
      return { everyUser: true, exceptGroups: others.groups, exceptUsers: others.users, ...nothing, ...counted };
    }
    return { everyUser: false, exceptGroups: [], exceptUsers: [], ...named, ...counted };
  };
}

type Names = Pick<NamedSources, 'groups' | 'users'>;
const nothing: Names = { groups: [], users: [] };

function countOf({ groups, users }: Names): number {
  return groups.length + users.length;
}
