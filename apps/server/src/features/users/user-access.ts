import { DomainError, type ErrorDetails } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { lockAdministrators } from './administrators.queries.ts';
import { guardAdminRights, guardLastAdministrator } from './administrators.ts';
import { deleteUsers, setActive } from './user-changes.queries.ts';
import { toUserSnapshot } from './users.events.ts';
import { type Author, requireManagedHere, requireMayDisable, requireMayRemove } from './users.policy.ts';
import { lockUsers, type UserRow } from './users.queries.ts';

export interface AccessChange {
  readonly author: Author;
  readonly origin: Origin;
  readonly ids: readonly number[];
  /** The field of the request with the ids; absent for calls about one user. */
  readonly field?: 'users';
}

type UserDetails = (user: UserRow | undefined) => ErrorDetails;

/**
 * The only ways to enable, disable and remove accounts, for every feature: each joins the caller's transaction and changes
 * all of the users or none. A refusal names the user that causes it. A caller that has locked users must have locked the
 * administrators before.
 */
export interface UserAccess {
  /** Returns the ids of those whose status changed. @throws user_not_found, own_account, last_admin, proof_required, session_required */
  setActive(tx: Tx, change: AccessChange & { readonly isActive: boolean }): Promise<number[]>;
  /** Removes the accounts with all that depends on them. @throws as `setActive` */
  remove(tx: Tx, change: AccessChange): Promise<void>;
}

export function createUserAccess(events: Events): UserAccess {
  async function disable(tx: Tx, { author, origin, ids, field }: AccessChange): Promise<number[]> {
    const details = detailsIn(field);
    return changeLockedUsers(tx, ids, details, (users) => {
      for (const user of users) withDetails(details(user), () => requireMayDisable(author, user));
      return changeStatus(tx, origin, users, false);
    });
  }

  async function enable(tx: Tx, { author, origin, ids, field }: AccessChange): Promise<number[]> {
    const details = detailsIn(field);
    await lockAdministrators(tx);
    const users = await lockAllUsers(tx, ids, details);
    const disabled = users.filter((user) => !user.is_active);
    for (const user of disabled) {
      withDetails(details(user), () => requireManagedHere(author, user, { field: 'is_active' }));
    }
    const change = () => changeStatus(tx, origin, users, true);
    return author ? guardAdminRights(tx, author, change) : change();
  }

  async function changeStatus(tx: Tx, origin: Origin, users: readonly UserRow[], isActive: boolean): Promise<number[]> {
    const changed = users.filter((user) => user.is_active !== isActive).map(toUserSnapshot);
    const userIds = changed.map((user) => user.id);
    if (userIds.length === 0) return [];
    await setActive(tx, userIds, isActive);
    const payloads = changed.map((before) => ({ before, after: { ...before, is_active: isActive } }));
    await events.publishAll(
      tx,
      'user.modified',
      payloads.map((payload) => ({ origin, payload })),
    );
    await events.signal(tx, 'users.access-changed', { userIds });
    return userIds;
  }

  return {
    setActive: (tx, change) => (change.isActive ? enable(tx, change) : disable(tx, change)),
    remove: (tx, { author, origin, ids, field }) => {
      const details = detailsIn(field);
      return changeLockedUsers(tx, ids, details, async (users) => {
        for (const user of users) {
          withDetails(details(user), () => requireMayRemove(author, user));
          withDetails(details(user), () => requireManagedHere(author, user));
        }
        await events.signal(tx, 'users.removing', { userIds: ids });
        await deleteUsers(tx, ids);
        const removed = users.map((user) => ({ origin, payload: { user: toUserSnapshot(user) } }));
        await events.publishAll(tx, 'user.removed', removed);
      });
    },
  };
}

async function changeLockedUsers<T>(
  tx: Tx,
  ids: readonly number[],
  details: UserDetails,
  change: (users: readonly UserRow[]) => Promise<T>,
): Promise<T> {
  let users: readonly UserRow[] = [];
  const changeAll = async () => {
    users = await lockAllUsers(tx, ids, details);
    return change(users);
  };
  return guardLastAdministrator(tx, changeAll, () => details(users.find((user) => user.is_admin)));
}

/** @throws user_not_found */
async function lockAllUsers(tx: Tx, ids: readonly number[], details: UserDetails): Promise<UserRow[]> {
  const users = await lockUsers(tx, ids);
  const found = new Set(users.map((user) => user.id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new DomainError('user_not_found', { ...details(undefined), id: missing });
  return users;
}

/** Runs a check of a user and adds the user to the details of its refusal. */
function withDetails(details: ErrorDetails, rule: () => void): void {
  try {
    rule();
  } catch (error) {
    throw error instanceof DomainError ? new DomainError(error.code, { ...error.details, ...details }) : error;
  }
}

/** Names the user who causes a refusal, and the field of the request that contains the user. */
function detailsIn(field: AccessChange['field']): UserDetails {
  return (user) => ({ ...(field && { field }), ...(user && { id: user.id, username: user.username }) });
}
