import { DomainError } from '@gatewarden/contract/errors';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import * as attempts from './code-attempts.queries.ts';

/** Where a code is typed: at a client, or in a session of the console. */
export type CodePlace = 'client' | 'console';

/**
 * Limits codes that are typed before a device connects, as at sign-in. Those of clients are counted apart: a stranger who
 * knows the public key of a device could otherwise make its owner wait at sign-in and in the console.
 */
export interface ConnectCodes {
  /** Counts a failure before the code is checked. @throws login_locked */
  count(userId: number, place: CodePlace): Promise<void>;
  /** After a success, which in the console proves that failures of clients do not matter. */
  clear(tx: Tx, userId: number, place: CodePlace): Promise<void>;
}

const keyOf = (userId: number, place: CodePlace) =>
  attempts.codeAttemptKey(userId, place === 'client' ? 'connect' : 'session');

export function createConnectCodes({ db, clock }: { readonly db: Database; readonly clock: Clock }): ConnectCodes {
  return {
    async count(userId, place) {
      const key = keyOf(userId, place);
      const attempt = await attempts.recordCodeAttempt(db, { key, userId, now: clock.now() });
      if (!attempt.isAllowed) throw new DomainError('login_locked', { retry_after_seconds: attempt.waitSeconds });
    },
    async clear(tx, userId, place) {
      await attempts.clearCodeAttempts(tx, keyOf(userId, 'client'));
      if (place === 'console') await attempts.clearCodeAttempts(tx, keyOf(userId, 'console'));
    },
  };
}
