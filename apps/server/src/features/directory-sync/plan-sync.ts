import { planGroups } from './plan-groups.ts';
import { planMembers } from './plan-members.ts';
import { planRemovals } from './plan-removals.ts';
import { planUsers } from './plan-users.ts';
import { restrictToGroups, type Scope } from './restrict-to-groups.ts';
import type { DirectorySnapshot, StoredState, StoredUser, SyncPlan, SyncRules, UserRef } from './sync-state.ts';

/**
 * What a synchronization has to change. Reads nothing but its arguments; the order of their lists does not matter. After
 * the plan was applied, the next one for the same directory changes nothing. Neither the protected accounts nor the last
 * administrator who can sign in lose their access. Takes time in the size of its arguments.
 */
export function planSync(snapshot: DirectorySnapshot, stored: StoredState, rules: SyncRules): SyncPlan {
  const scope = restrictToGroups(snapshot, stored, rules);
  const sorted: Scope = {
    users: sortUnique(scope.users),
    groups: sortUnique(rules.target === 'users' ? [] : scope.groups),
    problems: scope.problems,
  };
  const state = { ...stored, users: stored.users.toSorted((a, b) => a.id - b.id) };
  const plan = planOnce(sorted, state, rules);
  const survivor = findUnprotectedLastAdministrator(plan, state.users);
  if (survivor === undefined) return plan;
  const protectedUserIds = new Set([...rules.protectedUserIds, survivor]);
  return planOnce(sorted, state, { ...rules, protectedUserIds });
}

function planOnce(
  { users: entries, groups: groupEntries, problems }: Scope,
  stored: StoredState,
  rules: SyncRules,
): SyncPlan {
  const removals = planRemovals(new Map(entries.map((entry) => [entry.externalId, entry])), stored.users, rules);
  const deletedIds = new Set(removals.deleted.map(({ userId }) => userId));
  const users = planUsers({ entries, users: stored.users, deletedIds, rules });
  const storedGroups = rules.target === 'users' ? [] : stored.groups.toSorted((a, b) => a.id - b.id);
  const groupPlan = planGroups(groupEntries, storedGroups, rules);
  const present = new Set(entries.map(({ externalId }) => externalId));
  const remaining = stored.users.filter(({ id, externalId }) => !deletedIds.has(id) && present.has(externalId ?? ''));
  const accounts = [
    ...remaining.map(({ id, username, externalId = '' }) => ({ externalId, username, userId: id })),
    ...users.linked,
  ];
  const members = planMembers({
    entries: groupEntries,
    stored,
    groupPlan,
    usernames: new Map([...accounts, ...users.added].map(({ externalId, username }) => [externalId, username])),
    userIds: new Map(accounts.map(({ externalId, userId }) => [externalId, userId])),
    deletedIds,
  });
  const adminGroupIds = new Set(stored.groups.filter((group) => group.is_admin).map(({ id }) => id));
  const active = new Set(entries.filter(({ isActive }) => isActive).map(({ externalId }) => externalId));
  // administrators whose entries are gone remain administrators: the next run must treat them as such
  const gone = stored.users.filter(({ externalId }) => externalId !== undefined && !active.has(externalId));
  const retained = new Set([...gone.map(({ id }) => id), ...rules.protectedUserIds]);
  const isRetained = ({ groupId, userId }: { groupId: number; userId: number }) =>
    adminGroupIds.has(groupId) && retained.has(userId);
  return {
    deletedUsers: removals.deleted,
    disabledUsers: removals.disabled,
    changedUsers: users.changed,
    linkedUsers: users.linked,
    enabledUsers: removals.enabled,
    addedUsers: users.added,
    renamedGroups: groupPlan.renamed,
    linkedGroups: groupPlan.linked,
    addedGroups: groupPlan.added,
    removedMembers: members.removed.filter((member) => !isRetained(member)),
    addedMembers: members.added,
    resumedUsers: rules.target === 'groups' ? [] : remaining.filter(isManagedHere).map(toUserRef),
    resumedGroups: [...groupPlan.storedOf.values()]
      .filter((group) => group.externalId !== undefined && isManagedHere(group))
      .map(({ id, name }) => ({ groupId: id, name })),
    releasedGroups: groupPlan.released,
    unconfirmedUsers: users.unconfirmed,
    protectedUsers: removals.protected,
    problems: [...problems, ...users.problems, ...groupPlan.problems],
  };
}

const isManagedHere = ({ managed_by }: { readonly managed_by: string | null }) => managed_by === null;
const toUserRef = ({ id, username }: StoredUser): UserRef => ({ userId: id, username });

/** The administrator to protect so that one who can sign in remains; undefined if one remains, or there was none. */
function findUnprotectedLastAdministrator(plan: SyncPlan, users: readonly StoredUser[]): number | undefined {
  // accounts are enabled before others are removed
  const enabled = new Set(plan.enabledUsers.map(({ userId }) => userId));
  const administrators = users.filter(
    ({ id, adminGroupIds, is_active, canSignIn }) =>
      adminGroupIds.length > 0 && canSignIn && (is_active || enabled.has(id)),
  );
  const removed = new Set([...plan.deletedUsers, ...plan.disabledUsers].map(({ userId }) => userId));
  const left = new Set(plan.removedMembers.map(({ userId, groupId }) => `${userId}:${groupId}`));
  const remains = administrators.some(
    ({ id, adminGroupIds }) => !removed.has(id) && adminGroupIds.some((groupId) => !left.has(`${id}:${groupId}`)),
  );
  return remains ? undefined : administrators[0]?.id;
}

/** By external id; of several entries with the same one, the first. */
function sortUnique<Entry extends { readonly externalId: string }>(entries: readonly Entry[]): Entry[] {
  const sorted = entries.toSorted((a, b) => {
    if (a.externalId !== b.externalId) return a.externalId < b.externalId ? -1 : 1;
    const [first, second] = [JSON.stringify(a), JSON.stringify(b)];
    return first < second ? -1 : Number(first > second);
  });
  return sorted.filter(({ externalId }, index) => externalId !== sorted[index - 1]?.externalId);
}
