import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Client, signedInClient } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { findCredentials, findPasswordHash, loginName } from '../users/index.ts';
import type { LockScope } from './auth.events.ts';
import type { RecognizedBrowsers } from './recognized-browsers.ts';
import * as attempts from './sign-in-attempts.queries.ts';
import { rejections } from './sign-in-states.ts';

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;

interface PasswordCheck {
  readonly matches: boolean;
  /** What the wrong password locked, as the last one of those that are allowed. */
  readonly locked?: LockScope | undefined;
}

export interface SubmittedCredentials {
  /** Name or e-mail. */
  readonly login: string;
  readonly password: string;
  /** Of the browser, if it may be one in which a user signed in before. */
  readonly browserToken: string | undefined;
  /** Aborted when the browser has gone. */
  readonly disconnectSignal: AbortSignal;
}

/** Passwords that are tried, counted so that they cannot be guessed. Both throw login_locked and rate_limited. */
export interface PasswordAttempts {
  /** Takes as long for a login that does not exist. */
  verifyLogin(
    origin: Origin,
    typed: SubmittedCredentials,
  ): Promise<PasswordCheck & { readonly credentials: Credentials | undefined }>;
  /** `hash` is the stored one that the password belongs to; undefined for a wrong password. */
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

  /** Counts the attempt only when it is its turn: a busy server must not lock a user out. @throws login_locked */
  async function tryPassword({ key, name }: LockTarget, password: string, stored: string | null | undefined) {
    const { isAllowed, isLast } = await recordAttempt(key);
    if (!isAllowed) throw locked();
    const matches = await passwords.verify(password, stored ?? undefined);
    if (matches) await attempts.revertAttempt(db, key);
    return { matches, locked: isLast && !matches ? name : undefined };
  }

  /**
   * What is typed decides alone whether the answer is that it is locked, so that locks tell nothing about accounts: not
   * which names there are, nor which belong to the same one. The account counts as well, whatever its names, so that two
   * names do not make twice as many guesses; once too many, no password is right.
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
      // for that account alone: the cookie of another one must not pass those who wait
      const isKnown = await browsers.isRecognizedFor(login, browserToken);
      const client: Client = { ip, account: login, isKnown, signal: disconnectSignal };
      return passwords.runInTurn(client, async () => {
        const credentials = await findCredentials(db, login);
        // also asked where there is no account, or the time would tell
        const browserId = await browsers.find(credentials?.id ?? 0, browserToken);
        if (!credentials || !browserId)
          return { credentials, ...(await tryInUnrecognizedBrowser(login, password, credentials)) };
        const place: LockTarget = { key: attempts.browserAttemptKey(browserId), name: 'one browser' };
        return { credentials, ...(await tryPassword(place, password, credentials.password_hash)) };
      });
    },
    verifyInSession: (origin, { userId }, password) =>
      passwords.runInTurn(signedInClient(origin), async () => {
        const stored = await findPasswordHash(db, userId);
        const place: LockTarget = { key: attempts.sessionAttemptKey(userId), name: 'sessions' };
        const { matches, locked } = await tryPassword(place, password, stored);
        return { hash: matches ? (stored ?? undefined) : undefined, locked };
      }),
  };
}

function locked(): DomainError {
  return new DomainError(rejections.password.locked, { retry_after_seconds: attempts.lockSeconds });
}
