import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Assertion } from '@gatewarden/contract/security-keys';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MfaService, Passkeys } from '../mfa/index.ts';
import { findUserById, lockUserById, setLanguage, toUserSnapshot, type UserRow } from '../users/index.ts';
import type { RefusedPasskey } from './auth.events.ts';
import type { AuthService, SignedIn } from './auth.service.ts';
import type { RefusalLog } from './refusal-log.ts';
import { rejections } from './sign-in-states.ts';

interface Attempt {
  readonly response: Assertion;
  /** What the cookie holds to which the challenge was bound. */
  readonly browser: string | undefined;
  /** Of the session that the browser had, which ends. */
  readonly formerToken: string | undefined;
  /** As the browser sent it; undefined when it sent none. */
  readonly browserToken: string | undefined;
  /** The console's; mails are written in it from then on. */
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
 * Signs in with a passkey alone. Its owner was asked for a finger, a face or a number, so it counts as both factors:
 * the session is complete. A failure locks nobody's account, for anybody can make one.
 * @throws passkey_refused alike for unknown keys, wrong answers and disabled accounts
 */
export function createPasskeySignIn({ db, events, log, mfa, passkeys, auth, refusals }: Dependencies): PasskeySignIn {
  function attempt(
    origin: Origin,
    { response, browser, formerToken, browserToken }: Attempt,
  ): Promise<SignedIn | RefusedAttempt> {
    return inTransaction(db, async (tx) => {
      const ownerId = await passkeys.findOwner(tx, response);
      // locked, so that a change that disables the user at this moment finds the session and ends it
      const user = ownerId === undefined ? undefined : await lockUserById(tx, ownerId);
      const outcome = await passkeys.consume(tx, browser, response);
      if ('refusal' in outcome) return { user, reason: outcome.refusal };
      if (!user?.is_active) return { user, reason: 'disabled' };
      await mfa.reconcile(tx, user.id);
      const current = (await findUserById(tx, user.id)) ?? user;
      return auth.startSession(tx, origin, current, {
        ...{ step: 'passkeyAccepted', formerToken, browserToken },
        passkey: outcome.name,
      });
    });
  }

  function recordRefusal(origin: Origin, { id }: UserRow, reason: RefusedPasskey): Promise<void> {
    return refusals.record(id, (tx, user) =>
      events.publish(tx, 'user.sign-in-failed', origin, { user: toUserSnapshot(user), reason: `passkey: ${reason}` }),
    );
  }

  return async (origin, made) => {
    const outcome = await attempt(origin, made);
    if ('token' in outcome) {
      if (made.language) await setLanguage(db, outcome.user.id, made.language);
      return outcome;
    }
    const { user, reason } = outcome;
    // not waited for: the time must not tell whether there is such a key
    if (user) {
      recordRefusal(origin, user, reason).catch((error: unknown) =>
        log.warn({ err: error, reason }, 'a refused sign-in could not be kept'),
      );
    }
    throw new DomainError(rejections.passkey.wrong);
  };
}
