import { isDeepStrictEqual } from 'node:util';
import type { ManagedField } from '@gatewarden/contract/users';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { lockAdministrators } from './administrators.queries.ts';
import type { ReservedUsernames } from './reserved-usernames.ts';
import { insertUser, setManagement, setUser } from './user-changes.queries.ts';
import { checkUserRules } from './user-rules.ts';
import { toUserSnapshot } from './users.events.ts';
import { findUserById, lockUsers, type UserRow } from './users.queries.ts';

/** What another system knows of an account. */
export interface SynchronizedFields {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
}

/** The system that manages an account, and the fields that only it changes. */
export interface Management {
  readonly managedBy: string;
  readonly fields: readonly ManagedField[];
}

/**
 * Changes of accounts by another system that manages them. Status and removal are changes of `UserAccess`, without an
 * author. Each joins the caller's transaction.
 */
export interface SynchronizedUsers {
  /** As `lockUser`, and no other transaction changes who is an administrator. Must be the first lock of a transaction. */
  lock(tx: Tx, id: number): Promise<UserRow | undefined>;
  /** As `lock`, before anything that an account depends on is read. */
  lockAll(tx: Tx): Promise<void>;
  /** @throws username_invalid, username_reserved, email_invalid, phone_invalid, username_taken, email_taken */
  add(tx: Tx, origin: Origin, user: SynchronizedFields, management: Management): Promise<UserRow>;
  /**
   * Changes a locked account. From then on the system manages it. Publishes no event if no field changes.
   * @throws as `add`
   */
  change(
    tx: Tx,
    origin: Origin,
    before: UserRow,
    change: { readonly fields: SynchronizedFields; readonly management: Management },
  ): Promise<UserRow>;
  /** From then on this instance manages the account. */
  release(tx: Tx, id: number): Promise<void>;
}

interface Dependencies {
  readonly events: Pick<Events, 'publish'>;
  readonly reserved: Pick<ReservedUsernames, 'requireAssignable'>;
}

export function createSynchronizedUsers({ events, reserved }: Dependencies): SynchronizedUsers {
  async function get(tx: Tx, id: number): Promise<UserRow> {
    const user = await findUserById(tx, id);
    if (!user) throw new Error('a locked user was not found');
    return user;
  }

  return {
    lockAll: lockAdministrators,
    async lock(tx, id) {
      await lockAdministrators(tx);
      return (await lockUsers(tx, [id]))[0];
    },
    async add(tx, origin, user, { managedBy, fields }) {
      checkUserRules(user);
      await reserved.requireAssignable(user.username);
      const id = await insertUser(tx, { ...user, password_hash: null });
      await setManagement(tx, id, managedBy, fields);
      const added = await get(tx, id);
      await events.publish(tx, 'user.added', origin, { user: toUserSnapshot(added) });
      return added;
    },
    async change(tx, origin, before, { fields, management }) {
      checkUserRules(fields);
      if (fields.username !== before.username) await reserved.requireAssignable(fields.username);
      await setUser(tx, before.id, { ...fields });
      await setManagement(tx, before.id, management.managedBy, management.fields);
      const after = await get(tx, before.id);
      const payload = { before: toUserSnapshot(before), after: toUserSnapshot(after) };
      if (!isDeepStrictEqual(payload.before, payload.after)) await events.publish(tx, 'user.modified', origin, payload);
      return after;
    },
    release: (tx, id) => setManagement(tx, id, null, null),
  };
}
