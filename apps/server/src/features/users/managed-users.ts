import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { lockAdministrators } from './administrators.queries.ts';
import { insertManagedUsers, type ManagedUserRow, type Management, setManagement } from './managed-users.queries.ts';
import { setUser } from './user-changes.queries.ts';
import { noFactors, toUserSnapshot } from './users.events.ts';
import { lockUsers } from './users.queries.ts';

/**
 * Changes of accounts by the system that manages them, which has no author. The caller opens the transaction and checks the
 * values. Accounts are disabled, enabled and removed by `UserAccess`.
 */
export interface ManagedUsers {
  /** Adds accounts that sign in elsewhere. Returns ids by user name. @throws username_taken, email_taken */
  addAll(
    tx: Tx,
    origin: Origin,
    users: readonly ManagedUserRow[],
    management: Management,
  ): Promise<Map<string, number>>;
  /**
   * Changes the accounts in this order, those that still exist.
   * @throws username_taken, email_taken
   */
  changeAll(
    tx: Tx,
    origin: Origin,
    changes: readonly { readonly id: number; readonly fields: ManagedUserRow }[],
  ): Promise<void>;
  /** Without an event: no field of the account changes. */
  setManagement(tx: Tx, ids: readonly number[], management: Management): Promise<void>;
  /** Returns those of the ids that exist, and whether they are administrators; no other transaction changes them meanwhile. */
  lock(tx: Tx, ids: readonly number[]): Promise<Map<number, { readonly isAdmin: boolean }>>;
}

export function createManagedUsers(events: Events): ManagedUsers {
  return {
    async addAll(tx, origin, users, management) {
      const ids = await insertManagedUsers(tx, users, management);
      const added = users.map((user) => ({ id: ids.get(user.username) ?? 0, ...user, is_active: true, ...noFactors }));
      await events.publishAll(
        tx,
        'user.added',
        added.map((user) => ({ origin, payload: { user } })),
      );
      return ids;
    },
    async changeAll(tx, origin, changes) {
      const users = await lockUsers(
        tx,
        changes.map(({ id }) => id),
      );
      const before = new Map(users.map((user) => [user.id, toUserSnapshot(user)]));
      const existing = changes.flatMap(({ id, fields }) => {
        const user = before.get(id);
        return user ? [{ before: user, after: { ...user, ...fields } }] : [];
      });
      for (const { after } of existing) {
        const { username, first_name, last_name, email, phone } = after;
        await setUser(tx, after.id, { username, first_name, last_name, email, phone });
      }
      await events.publishAll(
        tx,
        'user.modified',
        existing.map((payload) => ({ origin, payload })),
      );
    },
    setManagement,
    async lock(tx, ids) {
      // before the users, as `UserAccess` requires; also no other transaction changes who is an administrator meanwhile
      await lockAdministrators(tx);
      return new Map((await lockUsers(tx, ids)).map((user) => [user.id, { isAdmin: user.is_admin }]));
    },
  };
}
