import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import { type Actor, type Origin, sessionOf } from '../../platform/actor.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { createSignedTokens } from '../../platform/crypto/signed-tokens.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, prepareToEndCaller, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import type { Authenticated } from '../../platform/http/guard.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  findPasswordHash,
  findUserById,
  lockUserById,
  setLanguage,
  toUserSnapshot,
  type UserRow,
} from '../users/index.ts';
import type { LockScope } from './auth.events.ts';
import { createPasswordAttempts, type SubmittedCredentials } from './password-attempts.ts';
import type { RecognizedBrowsers } from './recognized-browsers.ts';
import type { RefusalLog } from './refusal-log.ts';
import { attributeToUser, createSecondStep, type SecondStep } from './second-step.ts';
import * as queries from './sessions.queries.ts';
import { lockSeconds } from './sign-in-attempts.queries.ts';
import { type FirstStep, minutesAfter, rejections, stateOf, transitions } from './sign-in-states.ts';
import { transitionSession } from './transition-session.ts';

export interface SignedIn {
  readonly user: UserRow;
  /** For the cookie; not shown anywhere else and stored only as a hash. */
  readonly token: string;
  /** For the cookie by which the browser is recognized later; grants no access. */
  readonly browserToken: string;
}

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

interface SignInDetails {
  readonly step: FirstStep;
  /** Of the browser's former session, which ends. */
  readonly formerToken?: string | undefined;
  readonly browserToken?: string | undefined;
  /** The name of the passkey. */
  readonly passkey?: string;
}

export interface AuthService {
  /**
   * Checks name or e-mail and password and starts a session.
   * @throws wrong_credentials for unknown names, wrong passwords and disabled accounts alike; login_locked;
   * rate_limited
   */
  signIn(origin: Origin, attempt: SignInAttempt): Promise<PasswordOutcome>;
  /** Starts a session for a caller who has just proved to be that user in another way. */
  startSession(tx: Tx, origin: Origin, user: UserRow, how: SignInDetails): Promise<SignedIn>;
  /**
   * Verifies that the holder of the session knows the password. Attempts are limited as at sign-in, so that a stolen
   * session does not allow unlimited guesses. Returns the stored hash; the change that follows must check that it is
   * still the stored one.
   * @throws password_wrong, login_locked, rate_limited
   */
  confirmPassword(actor: Actor, origin: Origin, password: string): Promise<string>;
  /**
   * Completes the sign-in of a session whose password was proved and gives the session a new token. In a complete
   * session, only renews the proof and returns no token.
   * @throws code_wrong, security_key_refused, login_locked
   */
  proveSecondFactor: SecondStep;
  /** @throws password_wrong, login_locked, rate_limited; proof_required if the user has a second factor */
  proveWithPassword(actor: Actor, origin: Origin, password: string): Promise<void>;
  signOut(origin: Origin, actor: Actor): Promise<void>;
  /**
   * Finds the session of a request with these tokens. Takes one query, and none if this instance issued none of the
   * tokens. Looks up each token, so that another cookie of the same name does not hide the real one. Undefined with two
   * valid sessions, because their order does not tell which one is meant.
   */
  authenticate(candidates: readonly string[]): Promise<Authenticated | undefined>;
  /** The caller's row, from the query that authenticated the request if possible. */
  getUser(actor: Actor): Promise<UserRow>;
  /** The holders of the sessions that are still valid and complete. */
  listHolders(sessionIds: readonly number[]): Promise<Actor[]>;
  /** Stores the row of a caller who was not authenticated by a session, so that `getUser` needs no query. */
  cacheUser(actor: Actor, user: UserRow): void;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly signer: Signer;
  readonly sessionHours: number;
  readonly log: Log;
  readonly mfa: Pick<
    MfaService,
    'reconcile' | 'filterUsable' | 'mailCodes' | 'isEnabled' | 'consumeTotp' | 'consumeRecoveryCode'
  >;
  readonly securityKeys: Pick<SecurityKeys, 'consume'>;
  readonly browsers: RecognizedBrowsers;
  readonly refusals: RefusalLog;
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly settings: Pick<SettingsService, 'reauthenticationMinutes'>;
}

type Factors = Awaited<ReturnType<MfaService['reconcile']>>;

/** Long enough to fetch a phone or open a mail. A half-complete session grants no access and expires soon. */
const secondStepMinutes = 10;

type Reason = EventMap['user.sign-in-failed']['reason'];

export function createAuthService(dependencies: Dependencies): AuthService {
  const { db, events, clock, sessionHours, log, mfa, settings, browsers, refusals } = dependencies;
  const attempts = createPasswordAttempts(dependencies);
  const users = new WeakMap<Actor, UserRow>();
  const sessionMinutes = sessionHours * 60;
  // runs for each request: a cookie that this instance did not issue must not cost a query
  const tokens = createSignedTokens(dependencies.signer, 'session');
  const proveSecondFactor = createSecondStep({ ...dependencies, newToken: tokens.make, sessionMinutes });

  async function insertSession(tx: Tx, origin: Origin, user: UserRow, step: FirstStep): Promise<string> {
    const token = tokens.make();
    const now = clock.now();
    const state = transitions[step].none === 'password' ? 'password' : 'complete';
    const newest = await queries.insertSession(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      state,
      ip: origin.ip ?? null,
      device: origin.device ?? '',
      created_at: now,
      expires_at: minutesAfter(now, state === 'complete' ? sessionMinutes : secondStepMinutes),
      proved_at: now,
      last_used_at: now,
    });
    await queries.endOldestSessions(tx, { userId: user.id, state, newest });
    return token;
  }

  async function startSession(
    tx: Tx,
    origin: Origin,
    user: UserRow,
    { step, formerToken, browserToken, passkey }: SignInDetails,
  ): Promise<SignedIn> {
    if (formerToken) await endFormerSession(tx, origin, formerToken, user);
    const token = await insertSession(tx, origin, user, step);
    await events.publish(tx, 'user.signed-in', attributeToUser(origin, user), {
      user: toUserSnapshot(user),
      ...(passkey !== undefined && { passkey }),
    });
    return { user, token, browserToken: await browsers.register(tx, user.id, browserToken) };
  }

  /** The streams of the session end too. For the same user, the event of the new sign-in causes their check. */
  async function endFormerSession(tx: Tx, origin: Origin, token: string, user: UserRow): Promise<void> {
    const userId = await queries.deleteSessionByToken(tx, hashToken(token));
    if (userId === undefined || userId === user.id) return;
    await events.publish(tx, 'sessions.ended', origin, { userIds: [userId] });
  }

  /** The stored hash that matches the password; undefined for a wrong password, which is logged. */
  async function verifyPasswordInSession(origin: Origin, actor: Actor, password: string): Promise<string | undefined> {
    const { hash, locked } = await attempts.verifyInSession(origin, actor, password);
    if (hash === undefined) await recordRefusal(origin, actor.userId, 'wrong password in a session', locked);
    return hash;
  }

  /** Not awaited, and at most once a minute, so that most requests need no write. */
  function recordUse({ session_id, last_used_at }: queries.SignedInRow): void {
    const now = clock.now();
    if (Math.abs(now.getTime() - last_used_at.getTime()) < 60_000) return;
    queries
      .setSessionUsedAt(db, session_id, now)
      .catch((error: unknown) => log.warn({ err: error, session_id }, 'could not record the use of a session'));
  }

  async function recordRefusal(
    origin: Origin,
    userId: number | undefined,
    reason: Reason,
    locked: LockScope | undefined,
  ): Promise<void> {
    await refusals.record(userId, (tx, user) =>
      events.publish(tx, 'user.sign-in-failed', origin, { user: toUserSnapshot(user), reason }),
    );
    if (locked === undefined || userId === undefined) return;
    await refusals.recordLock(userId, (tx, user) =>
      events.publish(tx, 'user.locked', origin, {
        user: toUserSnapshot(user),
        place: locked,
        minutes: lockSeconds / 60,
      }),
    );
  }

  /** Only the log contains the reason. Not awaited, so that the response time does not reveal it. */
  function refuse(origin: Origin, userId: number | undefined, reason: Reason, locked?: LockScope): never {
    recordRefusal(origin, userId, reason, locked).catch((error: unknown) =>
      log.warn({ err: error, userId, reason }, 'could not log a refused sign-in'),
    );
    throw new DomainError(rejections.password[reason === 'disabled' ? 'account disabled' : 'wrong']);
  }

  return {
    startSession,
    async signIn(origin, attempt) {
      const { formerToken, browserToken, language } = attempt;
      const { credentials, matches, locked } = await attempts.verifyLogin(origin, attempt);
      if (!matches || !credentials) return refuse(origin, credentials?.id, 'wrong password', locked);
      if (!credentials.is_active) return refuse(origin, credentials.id, 'disabled');
      // before the transaction, in which others share the lock of the row
      if (language) await setLanguage(db, credentials.id, language);
      const outcome = await inTransaction(db, async (tx): Promise<PasswordOutcome> => {
        // locked, so that a concurrent change that disables the user sees the session and ends it
        const user = await lockUserById(tx, credentials.id);
        if (!user?.is_active) throw new DomainError(rejections.password['account disabled']);
        // the password may have been replaced since it was verified
        const isCurrent = (await findPasswordHash(tx, user.id)) === credentials.password_hash;
        if (!isCurrent) throw new DomainError(rejections.password.wrong);
        if (formerToken) await endFormerSession(tx, origin, formerToken, user);
        const factors = await mfa.reconcile(tx, user.id);
        if (factors.isEnabled) {
          const token = await insertSession(tx, origin, user, 'secondFactorPending');
          return { kind: 'second-factor', token, factors };
        }
        const started = await startSession(tx, origin, user, { step: 'passwordAccepted', browserToken });
        return { kind: 'signed-in', ...started };
      });
      return outcome.kind === 'signed-in' ? outcome : { ...outcome, factors: await mfa.filterUsable(outcome.factors) };
    },
    async confirmPassword(actor, origin, password) {
      const hash = await verifyPasswordInSession(origin, actor, password);
      if (hash === undefined) throw new DomainError('password_wrong', { field: 'old_password' });
      return hash;
    },
    proveSecondFactor,
    async proveWithPassword(actor, origin, password) {
      const reasons = rejections['password confirmation'];
      if (await mfa.isEnabled(actor.userId)) throw new DomainError(reasons['second factor set up']);
      if ((await verifyPasswordInSession(origin, actor, password)) === undefined)
        throw new DomainError(reasons.wrong, { field: 'password' });
      const move = { sessionId: sessionOf(actor), step: 'passwordConfirmed', proof: { now: clock.now() } } as const;
      await inTransaction(db, (tx) => transitionSession(tx, move));
    },
    signOut: (origin, actor) =>
      inTransaction(db, async (tx) => {
        await prepareToEndCaller(tx);
        await transitionSession(tx, { sessionId: sessionOf(actor), step: 'signedOut' });
        await events.publish(tx, 'user.signed-out', origin, { userId: actor.userId });
      }),
    async authenticate(candidates) {
      const hashes = candidates.filter(tokens.hasValidSignature).map(hashToken);
      if (hashes.length === 0) return undefined;
      const [session, ...others] = await queries.listSignedIn(db, hashes, clock.now());
      if (!session || others.length > 0) return undefined;
      const state = stateOf(session, settings.reauthenticationMinutes(session.reauthentication_minutes), clock.now());
      const actor = toActor(session, state === 'proved');
      users.set(actor, session);
      recordUse(session);
      return { actor, state, exists: (tx, look) => queries.sessionExists(tx, session.session_id, look) };
    },
    async getUser(actor) {
      const user = users.get(actor) ?? (await findUserById(db, actor.userId));
      if (!user) throw new DomainError('unauthenticated');
      return user;
    },
    cacheUser: (actor, user) => void users.set(actor, user),
    async listHolders(sessionIds) {
      const sessions = await queries.listSessions(db, sessionIds, clock.now());
      return sessions.filter(({ state }) => state === 'complete').map((session) => toActor(session, false));
    },
  };
}

/** The holder of a session, with current rights. */
function toActor(session: queries.SessionRow, isReauthenticated: boolean): Actor {
  const { user_id, username, is_admin, session_id } = session;
  return { userId: user_id, username, isAdmin: is_admin, sessionId: session_id, isReauthenticated };
}
