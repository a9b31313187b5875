import { difference, isSubset, remove, type SourceSet, type SourceSets, sizeOf } from './source-set.ts';

/** A set of sources in as few names as groups allow. */
export interface NamedSources {
  /** Every user of the population; then groups and users are not listed. */
  readonly everyUser: boolean;
  /** Groups all of whose members in the population are in the set, ascending. */
  readonly groups: readonly number[];
  /** Users of the set that are in none of these groups, ascending. */
  readonly users: readonly number[];
  /** All users of the set, with those in the groups. */
  readonly userCount: number;
  /** Ascending. */
  readonly networkDevices: readonly number[];
}

/** Returns a function that names sets of the population: large groups first, as long as a group adds a user. */
export function createNaming(sets: SourceSets): (set: SourceSet) => NamedSources {
  const bySize = [...sets.groups]
    .map(([id, members]) => ({ id, members, size: sizeOf(members) }))
    .sort((a, b) => b.size - a.size || a.id - b.id);
  return (set) => {
    const networkDevices = sets.networkDevicesOf(set);
    const userCount = sizeOf(set) - networkDevices.length;
    if (userCount > 0 && isSubset(sets.everyUser, set)) {
      return { everyUser: true, groups: [], users: [], userCount, networkDevices };
    }
    const rest = set.slice();
    const groups: number[] = [];
    for (const { id, members, size } of bySize) {
      // at least one member is not covered by a larger group
      if (!isSubset(members, set) || sizeOf(difference(members, rest)) === size) continue;
      groups.push(id);
      remove(rest, members);
    }
    groups.sort((a, b) => a - b);
    return { everyUser: false, groups, users: sets.usersOf(rest), userCount, networkDevices };
  };
}
