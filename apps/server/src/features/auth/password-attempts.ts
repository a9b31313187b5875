import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Client, signedInClient } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { loginName, credentials as stored } from '../users/index.ts';
import type { LockScope } from './auth.events.ts';
import type { RecognizedBrowsers } from './recognized-browsers.ts';
import * as attempts from './sign-in-attempts.queries.ts';
import { rejections } from './sign-in-states.ts';

export type Credentials = NonNullable<Awaited<ReturnType<typeof stored.find>>>;

interface PasswordCheck {
  readonly matches: boolean;
  /** What this wrong password locked, if it was the last allowed attempt. */
  readonly locked?: LockScope | undefined;
}

export interface SubmittedCredentials {
  /** User name or e-mail. */
  readonly login: string;
  readonly password: string;
  /** Of the browser, if it may be a recognized one. */
  readonly browserToken: string | undefined;
  /** Aborted when the browser disconnects. */
  readonly disconnectSignal: AbortSignal;
}

/** Verifies passwords and limits the attempts. Both methods throw login_locked and rate_limited. */
export interface PasswordAttempts {
  /** Takes the same time for an unknown login. */
  verifyLogin(
    origin: Origin,
    typed: SubmittedCredentials,
  ): Promise<PasswordCheck & { readonly credentials: Credentials | undefined }>;
  /** `hash` is the stored hash that matches the password; undefined for a wrong password. */
  verifyInSession(
    origin: Origin,
    actor: Actor,
    password: string,
  ): Promise<{ readonly hash: string | undefined; readonly locked?: LockScope | undefined }>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly browsers: RecognizedBrowsers;
}

interface LockTarget {
  readonly key: string;
  readonly name: LockScope;
}

export function createPasswordAttempts({ db, clock, passwords, browsers }: Dependencies): PasswordAttempts {
  const recordAttempt = (key: string) => attempts.recordAttempt(db, key, clock.now());

  /** Counts the attempt only after it waited its turn: a busy server must not lock a user out. @throws login_locked */
  async function tryPassword({ key, name }: LockTarget, password: string, stored: string | null | undefined) {
    const { isAllowed, isLast } = await recordAttempt(key);
    if (!isAllowed) throw locked();
    const matches = await passwords.verify(password, stored ?? undefined);
    if (matches) await attempts.revertAttempt(db, key);
    return { matches, locked: isLast && !matches ? name : undefined };
  }

  /**
   * Whether the response is "locked" depends only on the submitted login, so that locks reveal neither which names
   * exist nor which names belong to the same account. Attempts also count for the account, so that its two names do not
   * allow twice as many guesses; above that limit every password counts as wrong.
   * @throws login_locked
   */
  async function tryInUnrecognizedBrowser(
    login: string,
    password: string,
    account: Credentials | undefined,
  ): Promise<PasswordCheck> {
    const name = attempts.nameAttemptKey(login);
    const key = account ? attempts.accountAttemptKey(account.id) : attempts.unknownAccountAttemptKey(login);
    if (!(await recordAttempt(name)).isAllowed) throw locked();
    const { isAllowed, isLast } = await recordAttempt(key);
    const matches = await passwords.verify(password, (isAllowed && account?.password_hash) || undefined);
    if (matches) for (const counted of [name, key]) await attempts.revertAttempt(db, counted);
    return { matches, locked: isLast && !matches ? 'other browsers' : undefined };
  }

  return {
    async verifyLogin({ ip }, { login: typed, password, browserToken, disconnectSignal }) {
      const login = loginName(typed);
      // only for this account: the cookie of another account must not skip the queue
      const isKnown = await browsers.isRecognizedFor(login, browserToken);
      const client: Client = { ip, account: login, isKnown, signal: disconnectSignal };
      return passwords.runInTurn(client, async () => {
        const credentials = await stored.find(db, login);
        // also queried without an account, or the response time would reveal it
        const browserId = await browsers.find(credentials?.id ?? 0, browserToken);
        if (!credentials || !browserId)
          return { credentials, ...(await tryInUnrecognizedBrowser(login, password, credentials)) };
        const place: LockTarget = { key: attempts.browserAttemptKey(browserId), name: 'one browser' };
        return { credentials, ...(await tryPassword(place, password, credentials.password_hash)) };
      });
    },
    verifyInSession: (origin, { userId }, password) =>
      passwords.runInTurn(signedInClient(origin), async () => {
        const hash = await stored.findPasswordHash(db, userId);
        const place: LockTarget = { key: attempts.sessionAttemptKey(userId), name: 'sessions' };
        const { matches, locked } = await tryPassword(place, password, hash);
        return { hash: matches ? hash : undefined, locked };
      }),
  };
}

function locked(): DomainError {
  return new DomainError(rejections.password.locked, { retry_after_seconds: attempts.lockSeconds });
}
