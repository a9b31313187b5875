import { DomainError } from '@gatewarden/contract/errors';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CodeCheck } from '../mfa/index.ts';
import * as attempts from './code-attempts.queries.ts';

export type RefusedCode = Exclude<CodeCheck, 'accepted'>;

/** Where a code is typed: at a client, or in a session of the console. */
export type CodePlace = 'client' | 'console';

/**
 * Limits codes that are typed before a device connects, as at sign-in. Those of clients are counted apart: a stranger who
 * knows the public key of a device could otherwise make its owner wait at sign-in and in the console.
 */
export interface ConnectCodes {
  /**
   * Counts a failure before it checks the code, so that simultaneous attempts are limited like consecutive ones. It remains
   * counted if the code is wrong. `check` calls `clear` if it is right.
   * @throws login_locked, and what `check` throws
   */
  limit<Result>(
    user: { readonly id: number; readonly place: CodePlace },
    check: () => Promise<Result | RefusedCode>,
  ): Promise<Result | RefusedCode>;
  /** After a success, which in the console proves that failures of clients do not matter. */
  clear(tx: Tx, userId: number, place: CodePlace): Promise<void>;
}

const keyOf = (userId: number, place: CodePlace) =>
  attempts.codeAttemptKey(userId, place === 'client' ? 'connect' : 'session');

export function createConnectCodes({ db, clock }: { readonly db: Database; readonly clock: Clock }): ConnectCodes {
  return {
    async limit({ id: userId, place }, check) {
      const key = keyOf(userId, place);
      const attempt = await attempts.recordCodeAttempt(db, { key, userId, now: clock.now() });
      if (!attempt.isAllowed) throw new DomainError('login_locked', { retry_after_seconds: attempt.waitSeconds });
      const refund = () => attempts.refundCodeAttempt(db, { key, failures: attempt.failures });
      try {
        const result = await check();
        if (result === 'used') await refund();
        return result;
      } catch (error) {
        // nothing was learned about a code; the reason is more useful than that it could not be refunded
        await refund().catch(() => undefined);
        throw error;
      }
    },
    async clear(tx, userId, place) {
      await attempts.clearCodeAttempts(tx, keyOf(userId, 'client'));
      if (place === 'console') await attempts.clearCodeAttempts(tx, keyOf(userId, 'console'));
    },
  };
}
