import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, loginName } from '../users/index.ts';
import { clearCodeAttemptsOfUser, listBlocked } from './code-attempts.queries.ts';
import { listBrowsersOf } from './recognized-browsers.queries.ts';
import * as attempts from './sign-in-attempts.queries.ts';

/** Accounts that are closed for a while because of wrong passwords or codes, except where they were signed in before. */
export interface Locks {
  /** Ids of users. */
  list(): Promise<ReadonlySet<number>>;
  /** In all browsers. Harmless where the account is not locked. */
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

/** With a new password those who knew the former one do not get to the codes any more, and its owner need not wait. */
export function unlockCodesOnPasswordChange(events: Events): void {
  for (const event of ['user.password-changed', 'user.password-set-by-admin'] as const) {
    events.on(event, (tx, { payload }) => clearCodeAttemptsOfUser(tx, payload.user.id));
  }
}
