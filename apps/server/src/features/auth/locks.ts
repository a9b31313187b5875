import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { attemptsOf, deleteAttempts, listLocked } from './sign-in-attempts.queries.ts';

/** Accounts that are closed for a while because of wrong passwords or codes. */
export interface Locks {
  /** Ids of users. */
  list(): Promise<ReadonlySet<number>>;
  /** Harmless where the account is not locked. */
  unlock(userId: number): Promise<void>;
}

export function createLocks({ db, clock }: { readonly db: Database; readonly clock: Clock }): Locks {
  return {
    list: async () => new Set(await listLocked(db, clock.now())),
    unlock: (userId) => deleteAttempts(db, attemptsOf(userId)),
  };
}
