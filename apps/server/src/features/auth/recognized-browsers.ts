import { createSignedTokens } from '../../platform/crypto/signed-tokens.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './recognized-browsers.queries.ts';

/**
 * Browsers with earlier sign-ins to an account. Their attempts are counted separately, so that an attacker who locks
 * the account elsewhere does not lock it there. A browser has one token in a cookie for all its accounts.
 */
export interface RecognizedBrowsers {
  /**
   * Whether `find` would find the browser for the active account with that name or email, as submitted. Runs no query
   * for a token that this instance did not issue.
   */
  isRecognizedFor(login: string, token: string | undefined): Promise<boolean>;
  /** The id of the browser if the account signed in there within the last 180 days. */
  find(userId: number, token: string | undefined): Promise<number | undefined>;
  /**
   * Call after a complete sign-in. The returned token replaces the former one, if any, for all accounts of the browser.
   */
  register(tx: Tx, userId: number, former: string | undefined): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
}

export const recognizedDays = 180;

/** Deletes browsers that are no longer recognized. */
export function deleteOldBrowsers(db: Database, now: Date): Promise<void> {
  return queries.deleteBrowsersUsedBefore(db, recognizedSince(now));
}

function recognizedSince(now: Date): Date {
  return new Date(now.getTime() - recognizedDays * 86_400_000);
}

export function createRecognizedBrowsers({ db, clock, signer }: Dependencies): RecognizedBrowsers {
  const tokens = createSignedTokens(signer, 'recognized browser');

  return {
    async isRecognizedFor(login, token) {
      if (!tokens.hasValidSignature(token)) return false;
      return queries.isRecognizedFor(db, {
        login,
        tokenHash: hashToken(token),
        usedAfter: recognizedSince(clock.now()),
      });
    },
    async find(userId, token) {
      if (!tokens.hasValidSignature(token)) return undefined;
      return queries.findBrowser(db, { userId, tokenHash: hashToken(token), usedAfter: recognizedSince(clock.now()) });
    },
    async register(tx, userId, former) {
      const token = tokens.make();
      const formerHash = tokens.hasValidSignature(former) ? hashToken(former) : undefined;
      await queries.replaceBrowser(tx, { userId, formerHash, tokenHash: hashToken(token), at: clock.now() });
      return token;
    },
  };
}

/**
 * A new password, the removal of all factors, a disabled account or a restored database deletes recognized browsers,
 * because another person may have one of them. The next sign-in registers the browser again.
 */
export function purgeBrowsersOnCredentialChange(events: Events): void {
  for (const event of ['user.password-changed', 'user.password-set-by-admin', 'mfa.disabled'] as const) {
    events.on(event, (tx, { payload }) => queries.deleteBrowsersOf(tx, payload.user.id));
  }
  events.on('instance.restored', queries.deleteAllBrowsers);
  events.onSignal('users.access-changed', (tx, { userIds }) => queries.deleteBrowsersOfDisabled(tx, userIds));
}
