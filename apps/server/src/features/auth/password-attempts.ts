import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Client, signedInClient } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DirectoryPasswords } from '../ldap/index.ts';
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

/** The check of a password that is stored here; the directory may still accept it. */
interface LocalCheck extends PasswordCheck {
  readonly account: Credentials | undefined;
  /** Whether a right password may be accepted. */
  readonly isAllowed: boolean;
  /** The keys under which the attempt was counted. */
  readonly counted: { readonly name?: string; readonly account: string };
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

/**
 * Verifies passwords, with the directory for people whose password it has, and limits the attempts. Both methods throw
 * login_locked, rate_limited and directory_unavailable.
 */
export interface PasswordAttempts {
  /** Takes the same time for an unknown login. */
  verifyLogin(
    origin: Origin,
    typed: SubmittedCredentials,
  ): Promise<PasswordCheck & { readonly credentials: Credentials | undefined }>;
  /** `hash` is the stored hash that matches the password; undefined if none does, or the directory has the password. */
  verifyInSession(
    origin: Origin,
    actor: Actor,
    password: string,
  ): Promise<PasswordCheck & { readonly hash: string | undefined }>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly browsers: RecognizedBrowsers;
  readonly directory: DirectoryPasswords;
}

interface LockTarget {
  readonly key: string;
  readonly name: LockScope;
}

export function createPasswordAttempts(dependencies: Dependencies): PasswordAttempts {
  const { db, clock, passwords, browsers, directory } = dependencies;
  const recordAttempt = (key: string) => attempts.recordAttempt(db, key, clock.now());

  async function revert(keys: readonly (string | undefined)[]): Promise<void> {
    for (const key of keys) if (key !== undefined) await attempts.revertAttempt(db, key);
  }

  /** Counts the attempt only after it waited its turn: a busy server must not lock a user out. @throws login_locked */
  async function tryPassword({ key, name }: LockTarget, password: string, stored: string | null | undefined) {
    const { isAllowed, isLast } = await recordAttempt(key);
    if (!isAllowed) throw locked();
    const matches = await passwords.verify(password, stored ?? undefined);
    if (matches) await attempts.revertAttempt(db, key);
    return { matches, isAllowed, counted: { account: key }, locked: isLast && !matches ? name : undefined };
  }

  /**
   * Asks the directory about a password that is not the one stored here, so that all wrong passwords take the same steps. It
   * gets only passwords of accounts whose password it has.
   */
  async function askDirectory(client: Client, password: string, local: LocalCheck): Promise<PasswordCheck> {
    const { account, matches, locked, isAllowed, counted } = local;
    if (matches || !(await directory.isInUse())) return { matches, locked };
    const hasPasswordThere = isAllowed && account?.password_hash === null;
    const userId = hasPasswordThere ? account.id : undefined;
    try {
      const isAccepted = await directory.verify(client, { userId, password });
      if (!isAccepted) return { matches, locked };
    } catch (error) {
      // whether the password is right is unknown, except for one stored here; the answer is the same for all
      await revert(account?.password_hash ? [counted.name] : Object.values(counted));
      throw error;
    }
    await revert(Object.values(counted));
    return { matches: true };
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
  ): Promise<LocalCheck> {
    const name = attempts.nameAttemptKey(login);
    const key = account ? attempts.accountAttemptKey(account.id) : attempts.unknownAccountAttemptKey(login);
    if (!(await recordAttempt(name)).isAllowed) throw locked();
    const { isAllowed, isLast } = await recordAttempt(key);
    const matches = await passwords.verify(password, (isAllowed && account?.password_hash) || undefined);
    if (matches) for (const counted of [name, key]) await attempts.revertAttempt(db, counted);
    return {
      account,
      matches,
      isAllowed,
      counted: { name, account: key },
      locked: isLast && !matches ? 'other browsers' : undefined,
    };
  }

  return {
    async verifyLogin({ ip }, { login: typed, password, browserToken, disconnectSignal }) {
      const login = loginName(typed);
      // only for this account: the cookie of another account must not skip the queue
      const isKnown = await browsers.isRecognizedFor(login, browserToken);
      const client: Client = { ip, account: login, isKnown, signal: disconnectSignal };
      const local = await passwords.runInTurn(client, async () => {
        const account = await stored.find(db, login);
        // also queried without an account, or the response time would reveal it
        const browserId = await browsers.find(account?.id ?? 0, browserToken);
        if (!account || !browserId) return tryInUnrecognizedBrowser(login, password, account);
        const place: LockTarget = { key: attempts.browserAttemptKey(browserId), name: 'one browser' };
        return { account, ...(await tryPassword(place, password, account.password_hash)) };
      });
      return { credentials: local.account, ...(await askDirectory(client, password, local)) };
    },
    async verifyInSession(origin, { userId }, password) {
      const client = signedInClient(origin);
      const { hash, ...local } = await passwords.runInTurn(client, async () => {
        const found = await stored.findPasswordHash(db, userId);
        const place: LockTarget = { key: attempts.sessionAttemptKey(userId), name: 'sessions' };
        return { hash: found, ...(await tryPassword(place, password, found)) };
      });
      if (local.matches || hash !== undefined) return { hash: local.matches ? hash : undefined, ...local };
      const account = { id: userId, password_hash: null, is_active: true };
      return { hash: undefined, ...(await askDirectory(client, password, { ...local, account })) };
    },
  };
}

function locked(): DomainError {
  return new DomainError(rejections.password.locked, { retry_after_seconds: attempts.lockSeconds });
}
