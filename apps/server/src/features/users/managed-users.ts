import { isDeepStrictEqual } from 'node:util';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { lockAdministrators } from './administrators.queries.ts';
import { insertManagedUsers, type ManagedUserFields, type Management, setManagement } from './managed-users.queries.ts';
import type { ReservedUsernames } from './reserved-usernames.ts';
import { setUser } from './user-changes.queries.ts';
import { checkUserRules } from './user-rules.ts';
import { noFactors, toUserSnapshot } from './users.events.ts';
import { lockUsers, type UserRow } from './users.queries.ts';

/**
 * Changes of accounts by another system that manages them. Each joins the caller's transaction. Status and removal are
 * changes of `UserAccess`, without an author.
 */
export interface ManagedUsers {
  /** No other transaction changes who is an administrator. Must be the first lock of a transaction. */
  lockAll(tx: Tx): Promise<void>;
  /** As `lockAll`. Returns the existing accounts of the ids; no other transaction changes them meanwhile. */
  lock(tx: Tx, ids: readonly number[]): Promise<UserRow[]>;
  /**
   * Adds accounts that sign in elsewhere. Returns ids by username.
   * @throws username_invalid, username_reserved, email_invalid, phone_invalid, username_taken, email_taken
   */
  addAll(
    tx: Tx,
    origin: Origin,
    users: readonly ManagedUserFields[],
    management: Management,
  ): Promise<Map<string, number>>;
  /** Changes locked accounts in this order. Publishes no event if no field changes. @throws as `addAll` */
  changeAll(
    tx: Tx,
    origin: Origin,
    changes: readonly { readonly before: UserRow; readonly fields: ManagedUserFields }[],
  ): Promise<void>;
  /** Null: this instance manages the accounts. Without an event: no field changes. */
  setManagement(tx: Tx, ids: readonly number[], management: Management | null): Promise<void>;
}

interface Dependencies {
  readonly events: Pick<Events, 'publishAll'>;
  readonly reserved: Pick<ReservedUsernames, 'loadAssignableCheck'>;
}

export function createManagedUsers({ events, reserved }: Dependencies): ManagedUsers {
  return {
    lockAll: lockAdministrators,
    async lock(tx, ids) {
      await lockAdministrators(tx);
      return lockUsers(tx, ids);
    },
    async addAll(tx, origin, users, management) {
      const requireAssignable = await reserved.loadAssignableCheck(tx);
      for (const user of users) {
        checkUserRules(user);
        requireAssignable(user.username);
      }
      const ids = await insertManagedUsers(tx, users, management);
      const added = users.map((user) => ({ id: idOf(ids, user), ...user, is_active: true, ...noFactors }));
      await events.publishAll(
        tx,
        'user.added',
        added.map((user) => ({ origin, payload: { user } })),
      );
      return ids;
    },
    async changeAll(tx, origin, changes) {
      const requireAssignable = await reserved.loadAssignableCheck(tx);
      const changed = changes.filter(({ before, fields }) => !isDeepStrictEqual(fieldsOf(before), fields));
      for (const { before, fields } of changed) {
        checkUserRules(fields);
        if (fields.username !== before.username) requireAssignable(fields.username);
        await setUser(tx, before.id, fields);
      }
      const snapshots = changed.map(({ before, fields }) => {
        const snapshot = toUserSnapshot(before);
        return { before: snapshot, after: { ...snapshot, ...fields } };
      });
      await events.publishAll(
        tx,
        'user.modified',
        snapshots.map((payload) => ({ origin, payload })),
      );
    },
    setManagement,
  };
}

function fieldsOf({ username, first_name, last_name, email, phone }: ManagedUserFields): ManagedUserFields {
  return { username, first_name, last_name, email, phone };
}

function idOf(ids: ReadonlyMap<string, number>, { username }: ManagedUserFields): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error('an added account was not returned');
  return id;
}
