import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Assertion } from '@gatewarden/contract/security-keys';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MfaService, Passkeys } from '../mfa/index.ts';
import { credentials, findUserById, lockUserById, toUserSnapshot, type UserRow } from '../users/index.ts';
import type { RefusedPasskey } from './auth.events.ts';
import type { AuthService } from './auth.service.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { SignedIn } from './session-start.ts';
import { rejections } from './sign-in-states.ts';

interface Attempt {
  readonly response: Assertion;
  /** The value of the cookie to which the challenge is bound. */
  readonly browser: string | undefined;
  /** Of the browser's former session, which ends. */
  readonly formerToken: string | undefined;
  /** As the browser sent it; undefined if it sent none. */
  readonly browserToken: string | undefined;
  /** The language of the console; used for later mails. */
  readonly language: MailLanguage | undefined;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly refusals: RefusalLog;
  readonly log: Log;
  readonly mfa: Pick<MfaService, 'reconcile'>;
  readonly passkeys: Passkeys;
  readonly auth: Pick<AuthService, 'startSession'>;
}

interface RefusedAttempt {
  readonly user: UserRow | undefined;
  readonly reason: RefusedPasskey;
}

export type PasskeySignIn = (origin: Origin, attempt: Attempt) => Promise<SignedIn>;

/**
 * Signs in with a passkey alone. The authenticator verifies its user (fingerprint, face or PIN), so the passkey counts
 * as both factors and the session is complete. A failure locks no account, because any client can cause one.
 * @throws passkey_refused for unknown keys, wrong responses and disabled accounts alike
 */
export function createPasskeySignIn({ db, events, log, mfa, passkeys, auth, refusals }: Dependencies): PasskeySignIn {
  function attempt(
    origin: Origin,
    { response, browser, formerToken, browserToken }: Attempt,
  ): Promise<SignedIn | RefusedAttempt> {
    return inTransaction(db, async (tx) => {
      const ownerId = await passkeys.findOwner(tx, response);
      // locked, so that a concurrent change that disables the user sees the session and ends it
      const user = ownerId === undefined ? undefined : await lockUserById(tx, ownerId);
      const outcome = await passkeys.consume(tx, browser, response);
      if ('refusal' in outcome) return { user, reason: outcome.refusal };
      if (!user?.is_active) return { user, reason: 'disabled' };
      await mfa.reconcile(tx, user.id);
      const current = (await findUserById(tx, user.id)) ?? user;
      return auth.startSession(tx, origin, current, {
        step: 'passkeyAccepted',
        formerToken,
        browserToken,
        passkey: outcome.name,
      });
    });
  }

  function recordRefusal(origin: Origin, { id }: UserRow, reason: RefusedPasskey): Promise<void> {
    return refusals.record(id, (tx, user) =>
      events.publish(tx, 'user.sign-in-failed', origin, { user: toUserSnapshot(user), reason: `passkey: ${reason}` }),
    );
  }

  return async (origin, input) => {
    const outcome = await attempt(origin, input);
    if ('token' in outcome) {
      if (input.language) await credentials.setLanguage(db, outcome.user.id, input.language);
      return outcome;
    }
    const { user, reason } = outcome;
    // not awaited: the response time must not reveal whether the key exists
    if (user) {
      recordRefusal(origin, user, reason).catch((error: unknown) =>
        log.warn({ err: error, reason }, 'could not log a refused sign-in'),
      );
    }
    throw new DomainError(rejections.passkey.wrong);
  };
}
