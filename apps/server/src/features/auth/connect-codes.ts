import { DomainError } from '@gatewarden/contract/errors';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import * as attempts from './code-attempts.queries.ts';

/**
 * Limits codes that are typed before a device connects, as at sign-in. They are counted apart: a stranger who
 * knows the public key of a device could otherwise make its owner wait at sign-in.
 */
export interface ConnectCodes {
  /** Counts a failure before the code is checked. @throws login_locked */
  count(userId: number): Promise<void>;
  /** After a success. */
  clear(tx: Tx, userId: number): Promise<void>;
}

export function createConnectCodes({ db, clock }: { readonly db: Database; readonly clock: Clock }): ConnectCodes {
  return {
    async count(userId) {
      const key = attempts.codeAttemptKey(userId, 'connect');
      const attempt = await attempts.recordCodeAttempt(db, { key, userId, now: clock.now() });
      if (!attempt.isAllowed) throw new DomainError('login_locked', { retry_after_seconds: attempt.waitSeconds });
    },
    clear: (tx, userId) => attempts.clearCodeAttempts(tx, attempts.codeAttemptKey(userId, 'connect')),
  };
}
