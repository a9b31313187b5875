import { DomainError } from '@gatewarden/contract/errors';
import { Secret } from '@gatewarden/process/secret';
import type { Client } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { setPasswordHash } from './credentials.queries.ts';
import { checkPasswordRules } from './user-rules.ts';
import type { UserRow } from './users.queries.ts';

/** A password that fulfils the rules, with its hash. */
export interface HashedPassword {
  readonly password: Secret;
  readonly hash: string;
}

/** Sets passwords of people who are not signed in and proved themselves to the caller, as with a token. */
export interface PasswordSetter {
  /** @throws password_weak; rate_limited while too many are waiting */
  hash(client: Client, password: string): Promise<HashedPassword>;
  /** Stores it, and tells other features. The caller publishes an event. @throws user_not_found */
  store(tx: Tx, userId: number, password: HashedPassword): Promise<UserRow>;
}

interface Dependencies {
  readonly events: Events;
  readonly passwords: Pick<Passwords, 'hash' | 'runInTurn'>;
}

export function createPasswordSetter({ events, passwords }: Dependencies): PasswordSetter {
  return {
    async hash(client, password) {
      checkPasswordRules(password, 'password');
      const hash = await passwords.runInTurn(client, () => passwords.hash(password));
      return { password: new Secret(password), hash };
    },
    async store(tx, userId, { password, hash }) {
      const user = await setPasswordHash(tx, userId, hash);
      if (!user) throw new DomainError('user_not_found');
      await events.signal(tx, 'users.password-set', { userId, password });
      return user;
    },
  };
}
