import { DomainError } from '@gatewarden/contract/errors';
import type { Database } from '../../platform/database/database.ts';
import type { FactorCheck, MfaService } from '../mfa/index.ts';
import type { UserRow } from '../users/index.ts';
import type { EnrollmentSessions } from './enrollment-sessions.ts';
import { needsSecondFactor } from './instance.queries.ts';
import { type Client, isUnconfirmed, originOf, type SessionSteps } from './session-steps.ts';
import { insertUnconfirmedFactor } from './unconfirmed.queries.ts';

type Method = 'Totp' | 'Email';

/** The first second factor of a person who enrols. */
export interface EnrollmentFactors {
  hasOne(userId: number): Promise<boolean>;
  /** Whether a location that the user may use asks for one. */
  isNeeded(userId: number): Promise<boolean>;
  /**
   * Offers a secret for an authenticator app, in Base32, or mails a code and returns null.
   * @throws enrollment_session_ended, second_factor_exists, smtp_not_configured, mail_delayed, mail_code_too_soon
   */
  start(token: string | undefined, method: Method): Promise<string | null>;
  /**
   * Returns recovery codes. Clients call it before a first password or passkey is chosen (wire §15.1); what was added then ends
   * with the invitation. @throws enrollment_session_ended, second_factor_exists, code_wrong
   */
  finish(
    token: string | undefined,
    proof: { readonly method: Method; readonly code: string },
    client: Client,
  ): Promise<string[]>;
  /**
   * Returns other recovery codes for those that the person received in the session and lost.
   * @throws enrollment_session_ended, no_factor
   */
  replaceCodes(token: string | undefined, client: Client): Promise<string[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly sessions: Pick<EnrollmentSessions, 'read'>;
  readonly steps: Pick<SessionSteps, 'lockSession'>;
  readonly mfa: Pick<
    MfaService,
    'isEnabled' | 'offerTotp' | 'confirmTotp' | 'mailCodes' | 'replaceRecoveryCodes' | 'hasRecoveryCodesSince'
  >;
}

export function createEnrollmentFactors({ db, sessions, steps, mfa }: Dependencies): EnrollmentFactors {
  /** A token to add a device gives no other access to the account. */
  async function requireWithoutFactor(token: string | undefined): Promise<UserRow> {
    const { session, user } = await sessions.read(token);
    if (session.kind !== 'enrollment' || (await mfa.isEnabled(user.id))) throw new DomainError('second_factor_exists');
    return user;
  }

  /**
   * That the session continues, and that the account has no factor of another call meanwhile. The user is locked first, as by
   * what creates a passkey.
   */
  function stillWithoutFactor(token: string | undefined): FactorCheck {
    return async (tx) => {
      const { session, user } = await steps.lockSession(tx, token, ['enrollment']);
      if (await mfa.isEnabled(user.id, tx)) throw new DomainError('second_factor_exists');
      if (isUnconfirmed(session, user)) await insertUnconfirmedFactor(tx, user.id);
    };
  }

  /** That the codes to replace were shown in this session: those of an account that had factors before are its owner's. */
  function codesOfSession(token: string | undefined): FactorCheck {
    return async (tx) => {
      const { session, user } = await steps.lockSession(tx, token, ['enrollment']);
      if (!(await mfa.hasRecoveryCodesSince(tx, user.id, session.startedAt))) throw new DomainError('no_factor');
    };
  }

  return {
    hasOne: (userId) => mfa.isEnabled(userId),
    isNeeded: (userId) => needsSecondFactor(db, userId),
    async start(token, method) {
      const { id: userId } = await requireWithoutFactor(token);
      if (method === 'Totp') return mfa.offerTotp({ userId });
      await mfa.mailCodes.offer({ userId });
      return null;
    },
    async finish(token, { method, code }, client) {
      const user = await requireWithoutFactor(token);
      const confirm = method === 'Totp' ? mfa.confirmTotp : mfa.mailCodes.confirm;
      return (await confirm({ userId: user.id }, originOf(user, client), code, stillWithoutFactor(token))) ?? [];
    },
    async replaceCodes(token, client) {
      const { session, user } = await sessions.read(token);
      // a token to add a device gives no other access to the account
      if (session.kind !== 'enrollment') throw new DomainError('no_factor');
      return mfa.replaceRecoveryCodes({ userId: user.id }, originOf(user, client), codesOfSession(token));
    },
  };
}
