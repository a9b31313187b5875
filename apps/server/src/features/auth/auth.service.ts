import { DomainError } from '@gatewarden/contract/errors';
import { type Actor, type Origin, sessionOf } from '../../platform/actor.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { createSignedTokens } from '../../platform/crypto/signed-tokens.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, prepareToEndCaller } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Authenticated, CallerLookup } from '../../platform/http/guard.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DirectoryPasswords } from '../ldap/index.ts';
import type { MailService } from '../mail/index.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { findUserById, type UserRow } from '../users/index.ts';
import { type ConnectCodes, createConnectCodes } from './connect-codes.ts';
import { createExternalSignIn, type ExternalSignIn } from './external-sign-in.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { createPasswordRefusal } from './password-refusal.ts';
import { createPasswordSignIn, type PasswordSignIn } from './password-sign-in.ts';
import type { RecognizedBrowsers } from './recognized-browsers.ts';
import type { RefusalLog } from './refusal-log.ts';
import { createSecondStep, type SecondStep } from './second-step.ts';
import { createSessionStart, type SessionStart } from './session-start.ts';
import * as queries from './sessions.queries.ts';
import { rejections, stateOf } from './sign-in-states.ts';
import { transitionSession } from './transition-session.ts';

export interface AuthService {
  readonly connectCodes: ConnectCodes;
  /** Limits entries of the activity log about refused proofs of users who are signed in. */
  readonly refusals: Pick<RefusalLog, 'record'>;
  /**
   * Checks name or e-mail and password and starts a session.
   * @throws wrong_credentials for unknown names, wrong passwords and disabled accounts alike; login_locked;
   * rate_limited
   */
  signIn: PasswordSignIn;
  /** Starts a session for a caller who has just proved to be that user in another way. */
  startSession: SessionStart['startSession'];
  /**
   * Verifies that the holder of the session knows the password. Attempts are limited as at sign-in, so that a stolen
   * session does not allow unlimited guesses. Returns the stored hash; the change that follows must check that it is
   * still the stored one.
   * @throws password_wrong, login_locked, rate_limited, directory_unavailable; managed_elsewhere if the directory has it
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
   * valid sessions, because their order does not tell which one is meant. For calls that use `getUser`, `withUser` reads
   * the full user in the same query, which then takes twice as long.
   */
  authenticate(candidates: readonly string[], options?: CallerLookup): Promise<Authenticated | undefined>;
  /** Sign-ins at other identity providers. */
  readonly external: ExternalSignIn;
  /** The caller's row, from the query that authenticated the request if it read it. */
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
  readonly directory: DirectoryPasswords;
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

export function createAuthService(dependencies: Dependencies): AuthService {
  const { db, events, clock, sessionHours, log, mfa, settings } = dependencies;
  const attempts = createPasswordAttempts(dependencies);
  const recordRefusal = createPasswordRefusal(dependencies);
  const users = new WeakMap<Actor, UserRow>();
  const sessionMinutes = sessionHours * 60;
  // runs for each request: a cookie that this instance did not issue must not cost a query
  const tokens = createSignedTokens(dependencies.signer, 'session');
  const sessionOptions = { ...dependencies, newToken: tokens.make, sessionMinutes };
  const sessions = createSessionStart(sessionOptions);
  const proveSecondFactor = createSecondStep(sessionOptions);
  const signIn = createPasswordSignIn({ ...dependencies, attempts, sessions, recordRefusal });

  /** Logs a wrong password. */
  async function verifyPasswordInSession(origin: Origin, actor: Actor, password: string) {
    const { matches, hash, locked } = await attempts.verifyInSession(origin, actor, password);
    if (!matches) await recordRefusal(origin, actor.userId, 'wrong password in a session', locked);
    return { matches, hash };
  }

  /** Undefined if there are several: they may belong to different users. */
  async function findOnlySession<Row extends queries.SignedInRow>(
    candidates: readonly string[],
    find: (db: Database, tokenHash: Buffer, now: Date) => Promise<Row | undefined>,
  ): Promise<Row | undefined> {
    const sessions: Row[] = [];
    for (const token of candidates) {
      const session = await find(db, hashToken(token), clock.now());
      if (session) sessions.push(session);
    }
    return sessions.length === 1 ? sessions[0] : undefined;
  }

  function toAuthenticated(session: queries.SignedInRow): Authenticated {
    const state = stateOf(session, settings.reauthenticationMinutes(session.reauthentication_minutes), clock.now());
    recordUse(session);
    return {
      actor: toActor(session, state === 'proved'),
      state,
      isVpnEnabled: session.is_vpn_enabled,
      exists: (tx, look) => queries.sessionExists(tx, session.session_id, look),
    };
  }

  /** Not awaited, and at most once a minute, so that most requests need no write. */
  function recordUse({ session_id, last_used_at }: queries.SignedInRow): void {
    const now = clock.now();
    if (Math.abs(now.getTime() - last_used_at.getTime()) < 60_000) return;
    queries
      .setSessionUsedAt(db, session_id, now)
      .catch((error: unknown) => log.warn({ err: error, session_id }, 'could not record the use of a session'));
  }

  return {
    connectCodes: createConnectCodes({ db, clock: dependencies.clock }),
    refusals: dependencies.refusals,
    startSession: sessions.startSession,
    external: createExternalSignIn({ ...dependencies, sessions }),
    signIn,
    proveSecondFactor,
    async confirmPassword(actor, origin, password) {
      const { matches, hash } = await verifyPasswordInSession(origin, actor, password);
      if (!matches) throw new DomainError('password_wrong', { field: 'old_password' });
      if (hash === undefined) throw new DomainError('managed_elsewhere', { field: 'old_password' });
      return hash;
    },
    async proveWithPassword(actor, origin, password) {
      const reasons = rejections['password confirmation'];
      if (await mfa.isEnabled(actor.userId)) throw new DomainError(reasons['second factor set up']);
      if (!(await verifyPasswordInSession(origin, actor, password)).matches)
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
    async authenticate(candidates, { withUser } = {}) {
      const signed = candidates.filter(tokens.hasValidSignature);
      if (!withUser) {
        const session = await findOnlySession(signed, queries.findSignedIn);
        return session && toAuthenticated(session);
      }
      const session = await findOnlySession(signed, queries.findSignedInWithUser);
      if (!session) return undefined;
      const authenticated = toAuthenticated(session);
      users.set(authenticated.actor, session);
      return authenticated;
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
