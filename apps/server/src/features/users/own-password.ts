import { DomainError } from '@gatewarden/contract/errors';
import { Secret } from '@gatewarden/process/secret';
import type { Actor, Origin } from '../../platform/actor.ts';
import { signedInClient } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { setPasswordHash } from './credentials.queries.ts';
import { checkPasswordRules } from './user-rules.ts';
import { toUserSnapshot } from './users.events.ts';
import { requirePasswordHere } from './users.policy.ts';
import { findUserById, lockUser } from './users.queries.ts';

/** Users with a passkey decide whether they have a password. */
export interface OwnPassword {
  /** @throws passkey_missing if no other way to sign in would remain */
  remove(actor: Actor, origin: Origin): Promise<void>;
  /** @throws password_exists, password_weak, rate_limited, managed_elsewhere */
  set(actor: Actor, origin: Origin, password: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly passwords: Pick<Passwords, 'hash' | 'runInTurn'>;
}

export function createOwnPassword({ db, events, passwords }: Dependencies): OwnPassword {
  return {
    remove: ({ username }, origin) =>
      inTransaction(db, async (tx) => {
        const before = await lockUser(tx, username);
        if (!before) throw new DomainError('user_not_found');
        if (!before.has_password) return;
        await setPasswordHash(tx, before.id, null);
        const after = await findUserById(tx, before.id);
        if (!after?.enrolled) throw new DomainError('passkey_missing');
        await events.publish(tx, 'user.password-removed', origin, { user: toUserSnapshot(after) });
      }),
    async set({ username }, origin, password) {
      checkPasswordRules(password, 'new_password');
      const hash = await passwords.runInTurn(signedInClient(origin), () => passwords.hash(password));
      await inTransaction(db, async (tx) => {
        const user = await lockUser(tx, username);
        if (!user) throw new DomainError('user_not_found');
        if (user.has_password) throw new DomainError('password_exists');
        requirePasswordHere(user);
        await setPasswordHash(tx, user.id, hash);
        await events.signal(tx, 'users.password-set', { userId: user.id, password: new Secret(password) });
        await events.publish(tx, 'user.password-changed', origin, {
          user: toUserSnapshot(user),
          revokes_api_tokens: false,
        });
      });
    },
  };
}
