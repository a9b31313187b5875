import type { DirectoryGroup } from '../../ports/directory.ts';
import type { GroupPlan } from './plan-groups.ts';
import type { PlannedMember, StoredState, SyncPlan } from './sync-state.ts';

interface Sources {
  /** Ordered by external id, each once. */
  readonly entries: readonly DirectoryGroup[];
  readonly stored: StoredState;
  readonly groupPlan: GroupPlan;
  /** By external id: the people who have, or will have, an account that is not deleted. */
  readonly usernames: ReadonlyMap<string, string>;
  /** By external id: their accounts, if they exist already. */
  readonly userIds: ReadonlyMap<string, number>;
  readonly deletedIds: ReadonlySet<number>;
}

interface MemberPlan {
  readonly added: readonly PlannedMember[];
  readonly removed: SyncPlan['removedMembers'];
}

/** Who joins and leaves the groups of the directory. Released groups lose all members. */
export function planMembers(sources: Sources): MemberPlan {
  const { entries, stored, groupPlan, usernames, userIds, deletedIds } = sources;
  const { storedOf, added: addedGroups, released } = groupPlan;
  const newGroups = new Map(addedGroups.map(({ externalId, name }) => [externalId, name]));
  const users = new Map(stored.users.map((user) => [user.id, user]));
  const membersOf = new Map<number, Set<number>>();
  for (const { groupId, userId } of stored.members) {
    const members = membersOf.get(groupId);
    if (members) members.add(userId);
    else membersOf.set(groupId, new Set([userId]));
  }
  const added: PlannedMember[] = [];
  const removed: SyncPlan['removedMembers'][number][] = [];

  function removeFrom(groupId: number, groupName: string, leaving: Iterable<number>): void {
    for (const userId of leaving) {
      const user = users.get(userId);
      if (user && !deletedIds.has(userId)) removed.push({ groupId, groupName, userId, username: user.username });
    }
  }

  for (const { externalId, memberIds } of entries) {
    const group = storedOf.get(externalId);
    const groupName = group?.name ?? newGroups.get(externalId);
    if (groupName === undefined) continue;
    const leaving = new Set(group ? membersOf.get(group.id) : []);
    for (const userExternalId of new Set(memberIds)) {
      const username = usernames.get(userExternalId);
      if (username === undefined) continue;
      const isMember = leaving.delete(userIds.get(userExternalId) ?? -1);
      if (!isMember) added.push({ groupExternalId: externalId, groupName, userExternalId, username });
    }
    if (group) removeFrom(group.id, group.name, leaving);
  }
  for (const { groupId, name } of released) removeFrom(groupId, name, membersOf.get(groupId) ?? []);
  const byName = <M extends { readonly groupName: string; readonly username: string }>(a: M, b: M) =>
    compare(a.groupName, b.groupName) || compare(a.username, b.username);
  return { added: added.toSorted(byName), removed: removed.toSorted(byName) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
