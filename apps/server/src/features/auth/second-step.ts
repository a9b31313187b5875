import { DomainError } from '@gatewarden/contract/errors';
import type { Assertion } from '@gatewarden/contract/security-keys';
import { type Actor, type Origin, sessionOf } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import { lockUserById, toUserSnapshot, type UserRow } from '../users/index.ts';
import { attributeToUser } from './attribute-to-user.ts';
import './auth.events.ts';
import * as attempts from './code-attempts.queries.ts';
import type { RecognizedBrowsers } from './recognized-browsers.ts';
import type { RefusalLog } from './refusal-log.ts';
import { createSecondStepRefusal } from './second-step-refusal.ts';
import { endOldestSessions, findSessionState, setLastSignIn } from './sessions.queries.ts';
import { minutesAfter, rejections } from './sign-in-states.ts';
import { transitionSession } from './transition-session.ts';

export type Proof =
  | { readonly method: 'TOTP' | 'Email' | 'recovery code'; readonly code: string }
  | { readonly method: 'WebAuthn'; readonly response: Assertion };

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mfa: Pick<MfaService, 'consumeTotp' | 'mailCodes' | 'consumeRecoveryCode'>;
  readonly securityKeys: Pick<SecurityKeys, 'consume'>;
  readonly browsers: RecognizedBrowsers;
  readonly refusals: RefusalLog;
  readonly mail: Pick<MailService, 'sendMail'>;
  /** For the session that becomes complete. */
  readonly newToken: () => string;
  /** How long a complete session lasts. */
  readonly sessionMinutes: number;
}

interface Refusal {
  readonly reason: string;
  /** Whether it counts: not for a code that was used before. */
  readonly isGuess: boolean;
}

interface ProofResult {
  readonly user: UserRow;
  /** For the cookies; undefined if the session was already complete and retains its token. */
  readonly tokens: { readonly token: string; readonly browserToken: string } | undefined;
}

export type SecondStep = (
  actor: Actor,
  origin: Origin,
  proof: Proof,
  /** As the browser sent it; undefined when it sent none. */
  browserToken: string | undefined,
) => Promise<ProofResult>;

/** The second half of a sign-in. The contract is documented at `AuthService.proveSecondFactor`. */
export function createSecondStep(dependencies: Dependencies): SecondStep {
  const { db, events, clock, mfa, securityKeys, browsers, newToken, sessionMinutes } = dependencies;
  const recordRefusal = createSecondStepRefusal(dependencies);
  const consumers = {
    TOTP: mfa.consumeTotp,
    Email: mfa.mailCodes.consume,
    'recovery code': mfa.consumeRecoveryCode,
  } as const;

  /** Returns why the proof is refused; undefined if it is accepted. */
  async function consumeProof(tx: Tx, actor: Actor, proof: Proof): Promise<Refusal | undefined> {
    if (proof.method === 'WebAuthn') {
      const used = await securityKeys.consume(tx, actor, proof.response);
      return typeof used === 'string' ? { reason: used, isGuess: false } : undefined;
    }
    const checked = await consumers[proof.method](tx, actor.userId, proof.code);
    return checked === 'accepted' ? undefined : { reason: 'wrong code', isGuess: checked === 'wrong' };
  }

  interface Attempt {
    readonly proof: Proof;
    readonly browserToken: string | undefined;
    /** Counts wrong codes; undefined for a proof that cannot be guessed. */
    readonly attemptKey: string | undefined;
  }

  function verifyProof(
    actor: Actor,
    origin: Origin,
    { proof, browserToken, attemptKey }: Attempt,
  ): Promise<ProofResult | Refusal> {
    const { userId } = actor;
    const sessionId = sessionOf(actor);
    return inTransaction(db, async (tx) => {
      // locked, so that a concurrent change that disables the user sees the session and ends it
      const user = await lockUserById(tx, userId);
      if (!user?.is_active) throw new DomainError(rejections[proof.method]['account disabled']);
      const refusal = await consumeProof(tx, actor, proof);
      if (refusal) return refusal;
      if (attemptKey) await attempts.clearCodeAttempts(tx, attemptKey);
      const now = clock.now();
      const token = newToken();
      const renewal = { token_hash: hashToken(token), expires_at: minutesAfter(now, sessionMinutes) };
      const step = 'secondFactorAccepted';
      const isCompleted = await transitionSession(tx, { sessionId, step, proof: { now, renewal } });
      if (isCompleted) {
        await endOldestSessions(tx, { userId, state: 'complete', newest: sessionId });
        await setLastSignIn(tx, userId, now);
      }
      const by = attributeToUser(origin, user);
      await events.publish(tx, 'user.second-factor-used', by, {
        user: toUserSnapshot(user),
        method: proof.method,
        completesSignIn: isCompleted,
      });
      const tokens = isCompleted
        ? { token, browserToken: await browsers.register(tx, user.id, browserToken) }
        : undefined;
      return { user, tokens };
    });
  }

  /** Codes have few digits. Recovery codes and keys cannot be guessed, so they work while codes have to wait. */
  async function findAttemptKey(actor: Actor, { method }: Proof, browserToken: string | undefined) {
    if (method !== 'TOTP' && method !== 'Email') return undefined;
    if ((await findSessionState(db, sessionOf(actor))) !== 'password')
      return attempts.codeAttemptKey(actor.userId, 'session');
    const browserId = await browsers.find(actor.userId, browserToken);
    return attempts.codeAttemptKey(actor.userId, browserId ?? 'other');
  }

  return async (actor, origin, proof, browserToken) => {
    const attemptKey = await findAttemptKey(actor, proof, browserToken);
    const attempt = attemptKey
      ? await attempts.recordCodeAttempt(db, { key: attemptKey, userId: actor.userId, now: clock.now() })
      : undefined;
    if (attempt?.isAllowed === false) {
      const { waitSeconds } = attempt;
      throw new DomainError(rejections.TOTP.locked, {
        retry_after_seconds: waitSeconds,
        minutes: Math.ceil(waitSeconds / 60),
      });
    }
    const proved = await verifyProof(actor, origin, { proof, browserToken, attemptKey });
    if (!('reason' in proved)) return proved;
    const { reason, isGuess } = proved;
    const counted = isGuess ? attempt : undefined;
    if (attempt && attemptKey && !isGuess)
      await attempts.refundCodeAttempt(db, { key: attemptKey, failures: attempt.failures });
    await recordRefusal(actor.userId, origin, { method: proof.method, reason, attemptKey, attempt: counted });
    throw new DomainError(rejections[proof.method].wrong, proof.method === 'WebAuthn' ? {} : { field: 'code' });
  };
}
