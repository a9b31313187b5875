import { maxDifferences, type SyncCounts, type SyncDifferences } from '@gatewarden/contract/directory-sync';
import type { DirectorySnapshot, SyncPlan } from './sync-state.ts';

export function countPlan(plan: SyncPlan, { users, groups }: DirectorySnapshot): SyncCounts {
  return {
    users: users.length,
    groups: groups.length,
    added: plan.addedUsers.length,
    linked: plan.linkedUsers.length,
    changed: plan.changedUsers.length,
    enabled: plan.enabledUsers.length,
    disabled: plan.disabledUsers.length,
    deleted: plan.deletedUsers.length,
    groups_added: plan.addedGroups.length,
    groups_linked: plan.linkedGroups.length,
    groups_renamed: plan.renamedGroups.length,
    groups_released: plan.releasedGroups.length,
    members_added: plan.addedMembers.length,
    members_removed: plan.removedMembers.length,
    unconfirmed: plan.unconfirmedUsers.length,
    protected: plan.protectedUsers.length,
    problems: plan.problems.length,
  };
}

/** Names that the directory chose are cut: they may be long. */
const maxNameCharacters = 200;

/** What the plan changes, for people: the first of each kind. */
export function describePlan(plan: SyncPlan): SyncDifferences {
  const member = ({ groupName, username }: { groupName: string; username: string }) => ({ group: groupName, username });
  return {
    added: first(plan.addedUsers, ({ username, email }) => ({ username, email })),
    linked: first(plan.linkedUsers, usernameOf),
    changed: first(plan.changedUsers, ({ username, before, after }) => ({
      username,
      fields: Object.keys(after).filter(
        (name) => after[name as keyof typeof after] !== before[name as keyof typeof before],
      ),
    })),
    enabled: first(plan.enabledUsers, usernameOf),
    disabled: first(plan.disabledUsers, usernameOf),
    deleted: first(plan.deletedUsers, usernameOf),
    groups_added: first(plan.addedGroups, nameOf),
    groups_linked: first(plan.linkedGroups, nameOf),
    groups_renamed: first(plan.renamedGroups, ({ before, name }) => ({ before, after: name })),
    groups_released: first(plan.releasedGroups, nameOf),
    members_added: first(plan.addedMembers, member),
    members_removed: first(plan.removedMembers, member),
    unconfirmed: first(plan.unconfirmedUsers, ({ userId, username }) => ({ user_id: userId, username })),
    protected: first(plan.protectedUsers, usernameOf),
    problems: first(plan.problems, ({ kind, name }) => ({ problem: kind, name: toStorable(name) })),
  };
}

function first<Item, Shown>(items: readonly Item[], show: (item: Item) => Shown): Shown[] {
  return items.slice(0, maxDifferences).map(show);
}

const usernameOf = ({ username }: { readonly username: string }) => username;
const nameOf = ({ name }: { readonly name: string }) => name;

/** PostgreSQL stores no NUL, and nothing shows other control characters. */
function toStorable(name: string): string {
  return name
    .slice(0, maxNameCharacters)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed();
}
