import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, loginName } from '../users/index.ts';
import { clearCodeAttemptsOfUser, listBlocked } from './code-attempts.queries.ts';
import { listBrowsersOf } from './recognized-browsers.queries.ts';
import * as attempts from './sign-in-attempts.queries.ts';

/** Accounts that wrong passwords or codes lock temporarily, except in browsers with earlier sign-ins. */
export interface Locks {
  /** The ids of locked users. */
  list(): Promise<ReadonlySet<number>>;
  /** In all browsers. No effect if the account is not locked. */
  unlock(userId: number): Promise<void>;
}

export function createLocks({ db, clock }: { readonly db: Database; readonly clock: Clock }): Locks {
  return {
    async list() {
      const now = clock.now();
      return new Set([...(await attempts.listLocked(db, now)), ...(await listBlocked(db, now))]);
    },
    async unlock(userId) {
      const user = await findUserById(db, userId);
      const names = user ? [user.username, user.email] : [];
      await attempts.deleteAttempts(db, [
        attempts.accountAttemptKey(userId),
        attempts.sessionAttemptKey(userId),
        ...(await listBrowsersOf(db, userId)).map(attempts.browserAttemptKey),
        ...names.map((name) => attempts.nameAttemptKey(loginName(name))),
      ]);
      await clearCodeAttemptsOfUser(db, userId);
    },
  };
}

/**
 * A caller needs the password to try codes. After a password change, earlier attempts no longer make the owner wait.
 */
export function unlockCodesOnPasswordChange(events: Events): void {
  for (const event of ['user.password-changed', 'user.password-set-by-admin'] as const) {
    events.on(event, (tx, { payload }) => clearCodeAttemptsOfUser(tx, payload.user.id));
  }
}
