import { DomainError } from '@gatewarden/contract/errors';
import type { Assertion } from '@gatewarden/contract/security-keys';
import { type Actor, type Origin, sessionOf } from '../../platform/actor.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import { findUserById, holdUser, type UserRow, userSafe } from '../users/index.ts';
import type { SecondFactor } from './auth.events.ts';
import { completeSession, setProved } from './sessions.queries.ts';
import { attemptsOf, bookAttempt, forgetAttempt } from './sign-in-attempts.queries.ts';

export type Proof =
  | { readonly method: 'TOTP' | 'Email' | 'recovery code'; readonly code: string }
  | { readonly method: 'WebAuthn'; readonly response: Assertion };

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mfa: Pick<MfaService, 'spendTotp' | 'mailCodes' | 'spendRecoveryCode'>;
  readonly securityKeys: Pick<SecurityKeys, 'spend'>;
  /** How long a whole session lasts. */
  readonly sessionMinutes: number;
}

interface Proved {
  readonly user: UserRow;
  /** Undefined where the session was whole already and keeps its own. */
  readonly token: string | undefined;
}

/** The second half of a sign-in; what it promises is written at `AuthService.proveSecondFactor`. */
export function createSecondStep({ db, events, clock, mfa, securityKeys, sessionMinutes }: Dependencies) {
  const takes = { TOTP: mfa.spendTotp, Email: mfa.mailCodes.spend, 'recovery code': mfa.spendRecoveryCode } as const;

  /** Says why the proof is none. */
  async function spend(tx: Tx, actor: Actor, proof: Proof): Promise<string | undefined> {
    if (proof.method === 'WebAuthn') return securityKeys.spend(tx, actor, proof.response);
    return (await takes[proof.method](tx, actor.userId, proof.code)) ? undefined : 'wrong code';
  }

  /** A text says why the proof is none. */
  function prove(actor: Actor, origin: Origin, proof: Proof): Promise<Proved | string> {
    const { userId } = actor;
    const sessionId = sessionOf(actor);
    return inTransaction(db, async (tx) => {
      // held, so that whoever disables the user at this moment finds the session and ends it
      const user = await holdUser(tx, userId);
      if (!user?.is_active) throw new DomainError('unauthenticated');
      const refusal = await spend(tx, actor, proof);
      if (refusal) return refusal;
      const now = clock.now();
      const token = newToken();
      const wasHalf = await completeSession(tx, sessionId, {
        token_hash: hashToken(token),
        expires_at: minutesAfter(now, sessionMinutes),
        proved_at: now,
      });
      if (!wasHalf && !(await setProved(tx, sessionId, now))) throw new DomainError('unauthenticated');
      const by = byUser(origin, user);
      await events.publish(tx, 'user.second-factor-used', by, { user: userSafe(user), method: proof.method });
      return { user, token: wasHalf ? token : undefined };
    });
  }

  async function keepRefusal(userId: number, origin: Origin, method: SecondFactor, reason: string): Promise<void> {
    const user = await findUserById(db, userId);
    if (!user) return;
    await inTransaction(db, (tx) =>
      events.publish(tx, 'user.second-factor-refused', byUser(origin, user), { user: userSafe(user), method, reason }),
    );
  }

  return async (actor: Actor, origin: Origin, proof: Proof): Promise<Proved> => {
    const key = attemptsOf(actor.userId);
    if (!(await bookAttempt(db, key, clock.now()))) throw new DomainError('login_locked');
    const proved = await prove(actor, origin, proof);
    if (typeof proved === 'string') {
      await keepRefusal(actor.userId, origin, proof.method, proved);
      throw proof.method === 'WebAuthn'
        ? new DomainError('security_key_refused')
        : new DomainError('code_wrong', { field: 'code' });
    }
    await forgetAttempt(db, key);
    return proved;
  };
}

export function minutesAfter(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * 60_000);
}

/** Whoever signs in is the one who did it; until then the request named nobody. */
export function byUser(origin: Origin, { id, username }: UserRow): Origin {
  return { ...origin, by: { userId: id, username } };
}
