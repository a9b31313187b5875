import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MfaService } from '../mfa/index.ts';
import { lockUserById, credentials as stored } from '../users/index.ts';
import type { LockScope } from './auth.events.ts';
import type { Credentials, PasswordAttempts, SubmittedCredentials } from './password-attempts.ts';
import type { RecordPasswordRefusal, RefusalReason } from './password-refusal.ts';
import type { SessionStart, SignedIn } from './session-start.ts';
import { rejections } from './sign-in-states.ts';

/** The result of a right password. */
export type PasswordOutcome =
  | ({ readonly kind: 'signed-in' } & SignedIn)
  /** The token is of a session that admits only the second step. */
  | { readonly kind: 'second-factor'; readonly token: string; readonly factors: Factors };

export interface SignInAttempt extends SubmittedCredentials {
  /** Of the browser's former session. Sign-in ends it, which prevents session fixation. */
  readonly formerToken: string | undefined;
  /** The language of the console; used for later mails. */
  readonly language: MailLanguage | undefined;
}

type Factors = Awaited<ReturnType<MfaService['reconcile']>>;

interface Dependencies {
  readonly db: Database;
  readonly log: Log;
  readonly mfa: Pick<MfaService, 'reconcile' | 'filterUsable'>;
  readonly attempts: PasswordAttempts;
  readonly sessions: SessionStart;
  readonly recordRefusal: RecordPasswordRefusal;
}

/** The contract is documented at `AuthService.signIn`. */
export type PasswordSignIn = (origin: Origin, attempt: SignInAttempt) => Promise<PasswordOutcome>;

export function createPasswordSignIn(dependencies: Dependencies): PasswordSignIn {
  const { db, log, mfa, attempts, sessions, recordRefusal } = dependencies;

  /** Only the log contains the reason. Not awaited, so that the response time does not reveal it. */
  function refuse(origin: Origin, userId: number | undefined, reason: RefusalReason, locked?: LockScope): never {
    recordRefusal(origin, userId, reason, locked).catch((error: unknown) =>
      log.warn({ err: error, userId, reason }, 'could not log a refused sign-in'),
    );
    throw new DomainError(rejections.password[reason === 'disabled' ? 'account disabled' : 'wrong']);
  }

  async function start(
    tx: Tx,
    origin: Origin,
    credentials: Credentials,
    { formerToken, browserToken }: SignInAttempt,
  ): Promise<PasswordOutcome> {
    // locked, so that a concurrent change that disables the user sees the session and ends it
    const user = await lockUserById(tx, credentials.id);
    if (!user?.is_active) throw new DomainError(rejections.password['account disabled']);
    // the password may have been replaced since it was verified
    const isCurrent = (await stored.findPasswordHash(tx, user.id)) === (credentials.password_hash ?? undefined);
    if (!isCurrent) throw new DomainError(rejections.password.wrong);
    const factors = await mfa.reconcile(tx, user.id);
    if (factors.isEnabled) {
      const token = await sessions.startHalfSession(tx, origin, user, { formerToken });
      return { kind: 'second-factor', token, factors };
    }
    const details = { step: 'passwordAccepted', formerToken, browserToken } as const;
    return { kind: 'signed-in', ...(await sessions.startSession(tx, origin, user, details)) };
  }

  return async (origin, attempt) => {
    const { credentials, matches, locked } = await attempts.verifyLogin(origin, attempt);
    if (!matches || !credentials) return refuse(origin, credentials?.id, 'wrong password', locked);
    if (!credentials.is_active) return refuse(origin, credentials.id, 'disabled');
    // before the transaction, in which others share the lock of the row
    if (attempt.language) await stored.setLanguage(db, credentials.id, attempt.language);
    const outcome = await inTransaction(db, (tx) => start(tx, origin, credentials, attempt));
    return outcome.kind === 'signed-in' ? outcome : { ...outcome, factors: await mfa.filterUsable(outcome.factors) };
  };
}
