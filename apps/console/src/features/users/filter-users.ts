import type { ListedUser } from '@gatewarden/contract/users';
import { personName } from '../../lib/format/person-name.ts';
import { isConnected } from './last-seen.ts';

/** Kinds of users that the list can show; all when absent. */
export const userKinds = ['admins', 'users'] as const;
export type UserKind = (typeof userKinds)[number];

/** States of an account; `unenrolled` has neither password nor passkey. */
export const userStates = ['active', 'disabled', 'unenrolled'] as const;
type UserState = (typeof userStates)[number];

/** Whether sign-in asks for a second factor. */
export const factorStates = ['on', 'off'] as const;
type FactorState = (typeof factorStates)[number];

/** `now`: a device of the user is connected; `never`: none ever was. */
export const seenStates = ['now', 'never'] as const;
type SeenState = (typeof seenStates)[number];

export interface UserFilter {
  /** Words that must all occur in names, username or email; ignores case and accents. */
  readonly search?: string | undefined;
  readonly kind?: UserKind | undefined;
  readonly state?: UserState | undefined;
  readonly factor?: FactorState | undefined;
  readonly seen?: SeenState | undefined;
  /** Name of a group. */
  readonly group?: string | undefined;
  /** As in `managed_by`; `local`: this instance. */
  readonly source?: string | undefined;
}

/** Users that match the filter, in the given order. */
export function filterUsers(users: readonly ListedUser[], filter: UserFilter, now: Date): readonly ListedUser[] {
  const words = normalize(filter.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return users.filter((user) => {
    if (filter.kind !== undefined && user.is_admin !== (filter.kind === 'admins')) return false;
    if (filter.state !== undefined && !stateChecks[filter.state](user)) return false;
    if (filter.factor !== undefined && user.mfa_enabled !== (filter.factor === 'on')) return false;
    if (filter.seen === 'now' && !isConnected(user, now)) return false;
    if (filter.seen === 'never' && user.last_connected_at !== null) return false;
    if (filter.group !== undefined && !user.groups.includes(filter.group)) return false;
    if (filter.source !== undefined && sourceOf(user) !== filter.source) return false;
    if (words.length === 0) return true;
    const text = normalize(`${personName(user)} ${user.username} ${user.email}`);
    return words.every((word) => text.includes(word));
  });
}

/** Names of all groups with members, sorted. */
export function groupsOf(users: readonly ListedUser[]): readonly string[] {
  return [...new Set(users.flatMap(({ groups }) => groups))].toSorted((a, b) => a.localeCompare(b));
}

/** The system that manages the account; `local`: this instance. */
export function sourceOf({ managed_by }: Pick<ListedUser, 'managed_by'>): string {
  return managed_by ?? 'local';
}

/** The systems that manage accounts, this instance first; empty if it manages all of them. */
export function sourcesOf(users: readonly ListedUser[]): readonly string[] {
  const managers = new Set(users.flatMap(({ managed_by }) => managed_by ?? []));
  return managers.size > 0 ? ['local', ...[...managers].toSorted()] : [];
}

const stateChecks: Readonly<Record<UserState, (user: ListedUser) => boolean>> = {
  active: (user) => user.is_active,
  disabled: (user) => !user.is_active,
  unenrolled: (user) => !user.enrolled,
};

function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
