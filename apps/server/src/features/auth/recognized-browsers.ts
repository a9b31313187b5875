import { createSignedTokens } from '../../platform/crypto/signed-tokens.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './recognized-browsers.queries.ts';

/**
 * Browsers in which an account was signed in before: their attempts are counted apart, so that a stranger who locks an
 * account does not lock it there. A browser has one token in a cookie, whatever the number of accounts.
 */
export interface RecognizedBrowsers {
  /**
   * Whether `find` would find the browser for the active account of that name or email, as it was typed. Asks nothing
   * of the database for a token that this instance did not make.
   */
  isRecognizedFor(login: string, token: string | undefined): Promise<boolean>;
  /** The id of the browser if the account was signed in there, within half a year. */
  find(userId: number, token: string | undefined): Promise<number | undefined>;
  /** After a complete sign-in. Returns the token that replaces the former one, if any, for all accounts of the browser. */
  register(tx: Tx, userId: number, former: string | undefined): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
}

export const recognizedDays = 180;
/** Removes browsers that are not recognized any more. */
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
 * A new password, the loss of all factors, a disabled account or a restored database ends what recognizes browsers: one of them may be in
 * other hands. The next sign-in makes the browser known again.
 */
export function purgeBrowsersOnCredentialChange(events: Events): void {
  for (const event of ['user.password-changed', 'user.password-set-by-admin', 'mfa.disabled'] as const) {
    events.on(event, (tx, { payload }) => queries.deleteBrowsersOf(tx, payload.user.id));
  }
  events.on('instance.restored', queries.deleteAllBrowsers);
  events.onSignal('users.access-changed', (tx, { userIds }) => queries.deleteBrowsersOfDisabled(tx, userIds));
}
