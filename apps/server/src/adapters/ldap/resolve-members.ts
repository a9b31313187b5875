import { DirectoryFailure } from '../../ports/directory.ts';

/** Who is in a group directly: indexes of people and of other groups. */
export interface DirectMembers {
  readonly users: Set<number>;
  readonly groups: Set<number>;
}

/** More memberships than any directory of the supported size has. */
const maxSteps = 10_000_000;

/**
 * The members of each group, including those of the groups in it, directly or not. Groups may contain each other in a
 * circle.
 * @throws DirectoryFailure if there are too many to resolve
 */
export function resolveMembers(groups: readonly DirectMembers[]): Set<number>[] {
  let steps = 0;
  return groups.map((_, start) => {
    const members = new Set<number>();
    const seen = new Set([start]);
    for (const index of seen) {
      const direct = groups[index];
      if (!direct) continue;
      steps += direct.users.size + direct.groups.size + 1;
      if (steps > maxSteps) throw new DirectoryFailure('limit', 'there are too many nested groups');
      for (const user of direct.users) members.add(user);
      // a set visits what is added to it meanwhile, and each group once
      for (const group of direct.groups) seen.add(group);
    }
    return members;
  });
}
