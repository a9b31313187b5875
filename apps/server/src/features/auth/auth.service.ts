import { createHash } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import type { Authenticated } from '../../platform/http/router.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { findCredentials, findPasswordHash, findUserById, holdUser, type UserRow, userSafe } from '../users/index.ts';
import './auth.events.ts';
import * as queries from './sessions.queries.ts';
import { bookAttempt, forgetAttempt } from './sign-in-attempts.queries.ts';

export interface SignedIn {
  readonly user: UserRow;
  /** For the cookie; shown to nobody else and stored only as a hash. */
  readonly token: string;
}

export interface AuthService {
  /**
   * Checks name or e-mail and password and starts a session. `formerToken` is the session that the browser had, which
   * ends, so that nobody can plant one.
   * @throws wrong_credentials alike for unknown names, wrong passwords and disabled accounts; login_locked; rate_limited
   */
  signIn(origin: Origin, login: string, password: string, formerToken: string | undefined): Promise<SignedIn>;
  /** Starts a session for somebody who has just proved to be that user in another way. */
  startSession(tx: Tx, origin: Origin, user: UserRow): Promise<SignedIn>;
  /**
   * Makes sure that whoever holds the session also knows the password. Counted like a sign-in, so that a session that
   * somebody found does not let them try words without end.
   * @throws password_wrong, login_locked, rate_limited
   */
  confirmPassword(actor: Actor, password: string): Promise<void>;
  signOut(origin: Origin, actor: Actor): Promise<void>;
  /** Undefined when the token opens nothing (any more). */
  authenticate(token: string): Promise<Authenticated | undefined>;
  /** What the request's own look at its session found out about the caller. */
  userOf(actor: Actor): Promise<UserRow>;
  /** Who holds those of the sessions that are still good and complete. */
  listHolders(sessionIds: readonly number[]): Promise<Actor[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessionHours: number;
  readonly log: Log;
}

type Reason = EventMap['user.sign-in-failed']['reason'];

export function createAuthService({ db, events, clock, passwords, sessionHours, log }: Dependencies): AuthService {
  const users = new WeakMap<Actor, UserRow>();

  async function startSession(tx: Tx, origin: Origin, user: UserRow): Promise<SignedIn> {
    const token = newToken();
    const now = clock.now();
    await queries.insertSession(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      state: 'complete',
      ip: origin.ip ?? null,
      device: origin.device ?? '',
      created_at: now,
      expires_at: new Date(now.getTime() + sessionHours * 3_600_000),
    });
    const by = { userId: user.id, username: user.username };
    await events.publish(tx, 'user.signed-in', { ...origin, by }, { user: userSafe(user) });
    return { user, token };
  }

  /** Streams of the session end with it; those of the same user are looked at because of the new one. */
  async function endFormerSession(tx: Tx, origin: Origin, token: string, user: UserRow): Promise<void> {
    const userId = await queries.deleteSessionByToken(tx, hashToken(token));
    if (userId === undefined || userId === user.id) return;
    await events.publish(tx, 'sessions.ended', origin, { userIds: [userId] });
  }

  /** @throws login_locked, rate_limited */
  async function tryPassword(key: string, password: string, stored: string | null | undefined): Promise<boolean> {
    if (!(await bookAttempt(db, key, clock.now()))) throw new DomainError('login_locked');
    try {
      const matches = await passwords.verify(password, stored ?? undefined);
      if (matches) await forgetAttempt(db, key);
      return matches;
    } catch (error) {
      // nobody looked at the password, so it was no failure: being busy must lock nobody out
      await forgetAttempt(db, key);
      throw error;
    }
  }

  async function keepRefusal(origin: Origin, userId: number, reason: Reason): Promise<void> {
    const user = await findUserById(db, userId);
    if (!user) return;
    await inTransaction(db, (tx) =>
      events.publish(tx, 'user.sign-in-failed', origin, { user: userSafe(user), reason }),
    );
  }

  /** The log says why; the caller is not told, not by the time either that keeping it takes. */
  function refuse(origin: Origin, userId: number | undefined, reason: Reason): never {
    if (userId !== undefined) {
      keepRefusal(origin, userId, reason).catch((error: unknown) =>
        log.warn({ err: error, userId, reason }, 'a refused sign-in could not be kept'),
      );
    }
    throw new DomainError('wrong_credentials');
  }

  return {
    startSession,
    async signIn(origin, login, password, formerToken) {
      passwords.requireRoom();
      const credentials = await findCredentials(db, login);
      const key = credentials ? keyOf(credentials.id) : `name:${fingerprint(login)}`;
      const matches = await tryPassword(key, password, credentials?.password_hash);
      if (!matches || !credentials) return refuse(origin, credentials?.id, 'wrong password');
      if (!credentials.is_active) return refuse(origin, credentials.id, 'disabled');
      return inTransaction(db, async (tx) => {
        // held, so that whoever disables the user at this moment finds the session and ends it
        const user = await holdUser(tx, credentials.id);
        if (!user?.is_active) throw new DomainError('wrong_credentials');
        if (formerToken) await endFormerSession(tx, origin, formerToken, user);
        return startSession(tx, origin, user);
      });
    },
    async confirmPassword({ userId }, password) {
      passwords.requireRoom();
      const matches = await tryPassword(keyOf(userId), password, await findPasswordHash(db, userId));
      if (!matches) throw new DomainError('password_wrong', { field: 'old_password' });
    },
    signOut: (origin, actor) =>
      inTransaction(db, async (tx) => {
        await queries.deleteSession(tx, actor.sessionId);
        await events.publish(tx, 'user.signed-out', origin, { userId: actor.userId });
      }),
    async authenticate(token) {
      const session = await queries.findSession(db, hashToken(token), clock.now());
      if (!session) return undefined;
      const actor = toActor(session);
      users.set(actor, session);
      return { actor, pending: session.state !== 'complete' };
    },
    async userOf(actor) {
      const user = users.get(actor) ?? (await findUserById(db, actor.userId));
      if (!user) throw new DomainError('unauthenticated');
      return user;
    },
    async listHolders(sessionIds) {
      const sessions = await queries.listSessions(db, sessionIds, clock.now());
      return sessions.filter(({ state }) => state === 'complete').map(toActor);
    },
  };
}

function keyOf(userId: number): string {
  return `user:${userId}`;
}

/** Whoever holds a session, with the rights of now. */
function toActor({ user_id, username, is_admin, session_id }: queries.SessionRow): Actor {
  return { userId: user_id, username, isAdmin: is_admin, sessionId: session_id };
}

/**
 * Unknown names are counted too, under a hash: people mistype passwords into the name field. As with known ones, case
 * makes another user name but not another e-mail, so that a lock does not tell which of them are known.
 */
function fingerprint(login: string): string {
  const name = login.includes('@') ? login.toLowerCase() : login;
  return createHash('sha256').update(name).digest('base64url');
}

/** Disabling somebody ends their sessions in the same transaction. */
export function endSessionsOfDisabled(events: Events): void {
  events.onSignal('users.access-changed', async (tx, { userIds }) => {
    await queries.deleteSessionsOfDisabled(tx, userIds);
  });
}
