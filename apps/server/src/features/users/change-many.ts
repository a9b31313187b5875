import { DomainError, type ErrorDetails } from '@gatewarden/contract/errors';
import { type Actor, type Origin, requireReauthentication } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { userSafe } from './users.events.ts';
import { deleteUsers, lockAdministrators, lockUsers, setActive, type UserRow } from './users.queries.ts';

interface Whom {
  readonly ids: readonly number[];
  /** Whoever does it, where nobody may do it to oneself. */
  readonly spares?: Actor;
}

/**
 * Changes all of these people in one transaction, or nobody. A refusal names the one whom it is about.
 * @throws user_not_found, own_account, last_admin
 */
export function changeMany<T>(
  db: Database,
  { ids, spares }: Whom,
  change: (tx: Tx, users: readonly UserRow[]) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    let users: UserRow[] = [];
    const changeAll = async () => {
      users = await lockUsers(tx, ids);
      const found = new Set(users.map((user) => user.id));
      const missing = ids.find((id) => !found.has(id));
      if (missing !== undefined) throw new DomainError('user_not_found', { field: 'users', id: missing });
      const self = users.find((user) => user.id === spares?.userId);
      if (self) throw new DomainError('own_account', whoIs(self));
      return change(tx, users);
    };
    // a change that one may make to oneself takes no rights; it may give some, which locks administrators before users
    if (!spares) {
      await lockAdministrators(tx);
      return changeAll();
    }
    return keepingAnAdministrator(tx, changeAll, () => whoIs(users.find((user) => user.is_admin)));
  });
}

/** Returns the ids of those who were not so before. */
export async function enableOrDisable(
  tx: Tx,
  events: Events,
  origin: Origin,
  { users, isActive }: { readonly users: readonly UserRow[]; readonly isActive: boolean },
): Promise<number[]> {
  const changed = users.filter((user) => user.is_active !== isActive).map(userSafe);
  const userIds = changed.map((user) => user.id);
  if (userIds.length === 0) return [];
  await setActive(tx, userIds, isActive);
  const news = changed.map((before) => ({ origin, payload: { before, after: { ...before, is_active: isActive } } }));
  await events.publishAll(tx, 'user.modified', news);
  await events.signal(tx, 'users.access-changed', { userIds });
  return userIds;
}

interface Removal {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly users: readonly UserRow[];
}

/**
 * With all that hangs on them.
 * @throws proof_required, session_required for an administrator: servers and applications know users by name, and the freed
 * name could go to another user
 */
export async function removeUsers(tx: Tx, events: Events, { actor, origin, users }: Removal): Promise<void> {
  if (users.some((user) => user.is_admin)) requireReauthentication(actor);
  const userIds = users.map((user) => user.id);
  await events.signal(tx, 'users.removing', { userIds });
  await deleteUsers(tx, userIds);
  const news = users.map((user) => ({ origin, payload: { user: userSafe(user) } }));
  await events.publishAll(tx, 'user.removed', news);
}

function whoIs(user: UserRow | undefined): ErrorDetails {
  return user ? { field: 'users', id: user.id, username: user.username } : {};
}
