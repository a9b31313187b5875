import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { suspendRows } from '../../platform/database/suspend-rows.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUser, toUserSnapshot, type UserRow } from '../users/index.ts';
import { lockExistingUser, removeFactors } from './factors.ts';
import './mfa.events.ts';
import { lockFactors } from './mfa.queries.ts';
import * as queries from './security-keys.queries.ts';

/** What happens to a key after it was added: by its owner, or by an administrator. */
export interface SecurityKeyManagement {
  /** @throws security_key_not_found also for a key of another user, so that ids cannot be probed */
  rename(origin: Origin, key: KeyRef, name: string): Promise<void>;
  /** Part of an emergency stop: suspends the keys added since `since`. Returns their number. */
  suspend(tx: Tx, userId: number, since: Date): Promise<number>;
  /** No effect on a key that is not suspended. @throws security_key_not_found */
  restore(origin: Origin, key: KeyRef): Promise<void>;
  /**
   * Only administrators can remove a suspended key.
   * @throws security_key_not_found, key_suspended, last_credential, factor_required
   */
  remove(actor: Actor, origin: Origin, key: KeyRef): Promise<void>;
}

/** Identifies a key of one user. */
interface KeyRef {
  readonly username: string;
  readonly id: number;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createSecurityKeyManagement({ db, events, clock }: Dependencies): SecurityKeyManagement {
  return {
    rename: (origin, of, name) =>
      inTransaction(db, async (tx) => {
        const { user, key } = await lockUserAndKey(tx, of);
        if (key.name === name) return;
        await queries.setKeyName(tx, key.id, name);
        const names = { before: key.name, after: name };
        await events.publish(tx, 'mfa.security-key-renamed', origin, { user: toUserSnapshot(user), ...names });
      }),
    // the keys stop working, but sign-in still asks for a second factor
    suspend: (tx, userId, since) => suspendRows(tx, 'security_key', { userId, since, at: clock.now() }),
    restore: (origin, of) =>
      inTransaction(db, async (tx) => {
        const { user, key } = await lockUserAndKey(tx, of);
        if (key.suspended_at === null) return;
        await queries.clearSuspended(tx, key.id);
        await events.publish(tx, 'mfa.security-key-restored', origin, { user: toUserSnapshot(user), key: key.name });
      }),
    remove: (actor, origin, of) =>
      inTransaction(db, async (tx) => {
        const { user, key } = await lockUserAndKey(tx, of);
        if (key.suspended_at !== null && !actor.isAdmin) throw new DomainError('key_suspended');
        await removeFactors(tx, origin, user, () => queries.deleteKey(tx, key.id));
        const removed = { user: toUserSnapshot(user), method: 'WebAuthn', key: key.name } as const;
        await events.publish(tx, 'mfa.factor-removed', origin, removed);
      }),
  };
}

async function lockUserAndKey(
  tx: Tx,
  { username, id }: KeyRef,
): Promise<{ user: UserRow; key: queries.SecurityKeyRow }> {
  const found = await findUser(tx, username);
  const user = found && (await lockExistingUser(tx, found.id));
  // factors are locked before keys, everywhere
  if (user) await lockFactors(tx, user.id);
  const key = user && (await queries.lockKey(tx, user.id, id));
  if (!key) throw new DomainError('security_key_not_found');
  return { user, key };
}
