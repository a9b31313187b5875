import { createHash } from 'node:crypto';
import type { GuardReason } from '@gatewarden/contract/directory-sync';
import { restrictToGroups } from './restrict-to-groups.ts';
import type { DirectorySnapshot, StoredState, SyncPlan } from './sync-state.ts';

interface Guarded {
  readonly snapshot: DirectorySnapshot;
  readonly stored: StoredState;
  readonly plan: SyncPlan;
  readonly rules: {
    readonly target: 'all' | 'users' | 'groups';
    readonly groupNames: readonly string[];
    /** More removals than this share of all, in percent, need a confirmation. */
    readonly removalPercent: number;
  };
}

/** Few members often leave a small group. */
const fewMembers = 10;

/**
 * Why the answer of the directory cannot be complete; undefined if it can. Such an answer is never applied, because what is
 * missing would be removed.
 */
export function findIncompleteAnswer({ snapshot, stored, rules }: Guarded): GuardReason | undefined {
  const { users, groups } = snapshot;
  // entries move between pages while others are inserted or removed, so others may be missing
  if (hasDuplicates(users) || hasDuplicates(groups)) return 'duplicates';
  const scope = restrictToGroups(snapshot, stored, rules);
  if (scope.users.length === 0 && stored.users.some(isLinked)) return 'empty';
  const needsGroups = rules.target !== 'users' && stored.groups.some(isLinked);
  return needsGroups && scope.groups.length === 0 ? 'empty' : undefined;
}

/** Whether the plan removes so much that an administrator must confirm it. */
export function removesMany({ stored, plan, rules }: Guarded): boolean {
  const exceeds = (removed: number, all: number) => removed > 0 && removed * 100 > rules.removalPercent * all;
  const accounts = stored.users.filter((user) => isLinked(user) && user.is_active).length;
  const removedAccounts = plan.deletedUsers.length + plan.disabledUsers.length;
  const { removedMembers, releasedGroups } = plan;
  return (
    exceeds(removedAccounts, Math.max(accounts, removedAccounts)) ||
    exceeds(releasedGroups.length, stored.groups.filter(isLinked).length) ||
    (removedMembers.length >= fewMembers && exceeds(removedMembers.length, stored.members.length))
  );
}

/** Identifies what a plan removes, and which groups it links: a confirmation is valid for this and nothing else. */
export function digestPlan(plan: SyncPlan): string {
  const { deletedUsers, disabledUsers, removedMembers, releasedGroups, linkedGroups } = plan;
  const removed = [
    ...deletedUsers.map(({ userId }) => `delete ${userId}`),
    ...disabledUsers.map(({ userId }) => `disable ${userId}`),
    ...removedMembers.map(({ groupId, userId }) => `leave ${groupId} ${userId}`),
    ...releasedGroups.map(({ groupId }) => `release ${groupId}`),
  ];
  const linked = linkedGroups.map(({ groupId, externalId }) => `link ${groupId} ${externalId}`);
  return `${hash(removed)}.${hash(linked)}`;
}

/**
 * Whether both plans link the same groups. Then the removals of the first run may still differ from those that were shown,
 * because administrators whose accounts are linked by the confirmation remain members of their groups.
 */
export function linksSameGroups(digest: string, other: string): boolean {
  return digest.split('.')[1] === other.split('.')[1];
}

function hash(changes: readonly string[]): string {
  return createHash('sha256').update(changes.toSorted().join('\n')).digest('base64url');
}

function isLinked({ externalId }: { readonly externalId: string | undefined }): boolean {
  return externalId !== undefined;
}

function hasDuplicates(entries: readonly { readonly externalId: string }[]): boolean {
  return new Set(entries.map(({ externalId }) => externalId)).size < entries.length;
}
