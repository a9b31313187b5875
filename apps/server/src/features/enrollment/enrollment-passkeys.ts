import { DomainError } from '@gatewarden/contract/errors';
import type { CreationOptions, Registration } from '@gatewarden/contract/security-keys';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { takeSharedLimits } from '../../platform/limits/shared-limits.queries.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FirstPasskeys } from '../mfa/index.ts';
import { checkUserRules, findUserById, type UserRow } from '../users/index.ts';
import { setCompleted } from './account-tokens.queries.ts';
import type { AccountTokens, TokenKey } from './account-tokens.ts';
import * as queries from './enrollment-passkeys.queries.ts';
import { type PasskeyPlace, passkeyPlaceOf } from './passkey-place.ts';
import {
  type Client,
  type Details,
  originOf,
  requireNotEnrolled,
  type SessionSteps,
  storeDetails,
} from './session-steps.ts';

interface CreatedPasskey {
  readonly name: string;
  readonly response: Registration;
}

/** A passkey in place of the first password of a person who enrols. It completes the enrollment. */
export interface EnrollmentPasskeys {
  /** Undefined if browsers have no passkeys for the console. */
  place(): PasskeyPlace | undefined;
  /**
   * For a page of the edge.
   * @throws enrollment_session_ended, already_enrolled, second_factor_exists, managed_elsewhere, user_disabled,
   * passkey_unavailable
   */
  offer(token: string | undefined): Promise<CreationOptions>;
  /**
   * Returns recovery codes. The session continues with the token `continueWith` until `endsAt`; others who have the former one are
   * no longer part of it.
   * @throws as `offer`; security_key_refused, security_key_taken, phone_invalid, enrollment_token_invalid if the next token exists
   */
  add(
    token: string | undefined,
    created: CreatedPasskey & Details & { readonly continueWith: string },
    client: Client,
  ): Promise<{ readonly codes: string[]; readonly endsAt: Date }>;
  /**
   * The address at which the console creates the passkey. Its token ends with the session, when it was used, and when the
   * next one is made. @throws as `offer`; phone_invalid
   */
  handOver(token: string | undefined, details: Details): Promise<string>;
  readonly console: ConsolePasskeys;
}

/** What a page of the console does with the token of a hand-over. */
export interface ConsolePasskeys {
  /** Whose passkey it is, and the page of the edge that continues. @throws passkey_link_ended */
  open(token: string): Promise<{ readonly user: UserRow; readonly returnUrl: string }>;
  /** @throws passkey_link_ended, second_factor_exists, managed_elsewhere, rate_limited */
  offer(token: string): Promise<CreationOptions>;
  /**
   * Returns recovery codes. The session at the edge continues with the token `continueWith` of the browser that created the
   * passkey, and not for another one that asked for the address.
   * @throws as `offer`; security_key_refused, security_key_taken, enrollment_token_invalid if the next token exists
   */
  add(token: string, created: CreatedPasskey & { readonly continueWith: string }, client: Client): Promise<string[]>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: Pick<AccountTokens, 'require' | 'replace'>;
  readonly steps: SessionSteps;
  readonly firstPasskeys: FirstPasskeys;
  readonly instanceName: () => Promise<string>;
  readonly consoleUrl: () => string;
  readonly edgeUrl: () => string;
}

/** Whose passkey is created, where, and what else is stored with it. */
interface Creation {
  readonly key: TokenKey;
  readonly place: PasskeyPlace;
  readonly details: Details;
  /** Hash of the token with which the session continues. */
  readonly nextHash: Buffer;
  /** Ends the creation if it is no longer valid. The session is locked. */
  readonly check?: (tx: Tx) => Promise<void>;
}

const kinds = ['enrollment', 'client'] as const;
/** With one hand-over: a person tries a few times. */
const perHandOver = { burst: 20, perSecond: 0.2 };

export function createEnrollmentPasskeys(dependencies: Dependencies): EnrollmentPasskeys {
  const { db, clock, tokens, steps, firstPasskeys, instanceName, consoleUrl, edgeUrl } = dependencies;
  const place = () => passkeyPlaceOf({ consoleUrl: consoleUrl(), edgeUrl: edgeUrl() });

  /** A token to add a device gives no other access to the account. */
  async function lockOpen(tx: Tx, key: TokenKey) {
    const { session, user } = await steps.lockSession(tx, key, kinds);
    if (session.kind !== 'enrollment') throw new DomainError('already_enrolled');
    requireNotEnrolled(session, user);
    return { session, user };
  }

  function requirePlace(...allowed: readonly PasskeyPlace[]): void {
    const at = place();
    if (!at || !allowed.includes(at)) throw new DomainError('passkey_unavailable');
  }

  async function create(
    { key: of, place: at, details, nextHash, check }: Creation,
    created: CreatedPasskey,
    client: Client,
  ) {
    const now = clock.now();
    // consumed even if the response is refused
    const challenge = await inTransaction(db, async (tx) => {
      const { session } = await lockOpen(tx, of);
      await check?.(tx);
      return queries.consumeChallenge(tx, session.id, at, now);
    });
    if (!challenge) throw new DomainError('security_key_refused');
    const page = new URL(at === 'edge' ? edgeUrl() : consoleUrl()).origin;
    const key = await firstPasskeys.read(created.response, challenge, page);
    return inTransaction(db, async (tx) => {
      const { session, user } = await lockOpen(tx, of);
      await check?.(tx);
      const codes = await firstPasskeys.add(tx, originOf(user, client), { user, key, name: created.name });
      await storeDetails(tx, user.id, details);
      await setCompleted(tx, session.id, now);
      await steps.complete(tx, session, (await findUserById(tx, user.id)) ?? user, client);
      await tokens.replace(tx, session, nextHash);
      return { codes: codes ?? [], endsAt: session.endsAt };
    });
  }

  /** @throws passkey_link_ended */
  async function findHandOver(reader: Database | Tx, hash: Buffer): Promise<queries.HandOverRow> {
    const row = await queries.findHandOver(reader, hash);
    if (!row) throw new DomainError('passkey_link_ended');
    return row;
  }

  /** Counts only valid tokens, so that strangers cause no rows. @throws passkey_link_ended, rate_limited */
  async function useHandOver(token: string): Promise<queries.HandOverRow & { readonly hash: Buffer }> {
    const hash = hashToken(token);
    const row = await findHandOver(db, hash);
    const take = [{ key: `passkey ${hash.toString('base64url')}`, ...perHandOver }];
    const reached = await takeSharedLimits(db, { take, now: clock.now() });
    if (reached.length > 0) throw new DomainError('rate_limited', { retry_after_seconds: 1 / perHandOver.perSecond });
    return { ...row, hash };
  }

  const consolePasskeys: ConsolePasskeys = {
    open: (token) =>
      asLinkErrors(async () => {
        const { sessionId } = await findHandOver(db, hashToken(token));
        const session = await tokens.require(db, sessionId, kinds);
        return {
          user: await steps.requireActive(db, session.userId),
          returnUrl: `${edgeUrl()}enrollment?step=password`,
        };
      }),
    offer: (token) =>
      asLinkErrors(async () => {
        const { sessionId, hash } = await useHandOver(token);
        const name = await instanceName();
        return inTransaction(db, async (tx) => {
          const { user } = await lockOpen(tx, sessionId);
          await findHandOver(tx, hash);
          const { options, ...challenge } = await firstPasskeys.offer(tx, user, name);
          await queries.storeConsoleChallenge(tx, hash, challenge);
          return options;
        });
      }),
    add: (token, { continueWith, ...created }, client) =>
      asLinkErrors(async () => {
        const { sessionId, phone, hash } = await useHandOver(token);
        const check = async (tx: Tx) => void (await findHandOver(tx, hash));
        const details = { phone, language: undefined };
        const of = { key: sessionId, place: 'console', details, nextHash: hashToken(continueWith) } as const;
        return (await create({ ...of, check }, created, client)).codes;
      }),
  };

  return {
    place,
    async offer(token) {
      requirePlace('edge');
      const name = await instanceName();
      return inTransaction(db, async (tx) => {
        const { session, user } = await lockOpen(tx, token);
        const { options, ...challenge } = await firstPasskeys.offer(tx, user, name);
        await queries.storeEdgeChallenge(tx, session.id, challenge);
        return options;
      });
    },
    async add(token, { phone, language, continueWith, ...created }, client) {
      requirePlace('edge');
      checkUserRules({ phone });
      const of = { key: token, place: 'edge', details: { phone, language } } as const;
      return create({ ...of, nextHash: hashToken(continueWith) }, created, client);
    },
    async handOver(token, { phone, language }) {
      requirePlace('edge', 'console');
      checkUserRules({ phone });
      const secret = newToken();
      await inTransaction(db, async (tx) => {
        const { session } = await lockOpen(tx, token);
        // the page of the console does not know what the person chose at the edge
        await storeDetails(tx, session.userId, { phone: null, language });
        await queries.storeHandOver(tx, { sessionId: session.id, hash: hashToken(secret), phone });
      });
      // in the fragment, which browsers send to no server
      return `${consoleUrl().replace(/\/$/, '')}/create-passkey#${secret}`;
    },
    console: consolePasskeys,
  };
}

const ended: ReadonlySet<string> = new Set([
  'enrollment_session_ended',
  'user_disabled',
  'already_enrolled',
  'edge_disabled',
]);

/** At the console, there is nothing left to do with the link in all these cases. */
async function asLinkErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DomainError && ended.has(error.code)) throw new DomainError('passkey_link_ended');
    throw error;
  }
}
