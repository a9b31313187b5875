import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import { hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './account-tokens.queries.ts';

export interface IssuedToken {
  /** 190 random bits as 32 letters and digits. Only its hash is stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The use of a token, which begins with its first use and lasts ten minutes. */
export interface TokenSession {
  readonly id: number;
  readonly kind: queries.TokenKind;
  readonly userId: number;
  /** Null: the user asked for it. */
  readonly issuerId: number | null;
  readonly startedAt: Date;
  readonly endsAt: Date;
  /** Whether the user has completed the enrollment with a passkey. */
  readonly isCompleted: boolean;
}

/** A token, or the id of its session for what is bound to the session. */
export type TokenKey = string | number | undefined;

/** Tokens with which people who are not signed in enrol, add a device or set another password. */
export interface AccountTokens {
  /** Valid for 24 hours. Replaces earlier unused ones. `actor` is undefined if the user asked for it without a session. */
  issue(
    tx: Tx,
    kind: queries.TokenKind,
    token: {
      readonly userId: number;
      readonly actor: Pick<Actor, 'userId' | 'token' | 'sessionId'> | undefined;
      readonly email: string | null;
      /** The account at an OpenID provider with which the user just signed in. */
      readonly externalIdentityId?: number;
    },
  ): Promise<IssuedToken>;
  /**
   * Begins the session of the token, or continues it. `onFirst` runs with the first use.
   * @throws enrollment_token_invalid also after the session, and if the issuer lost the rights to issue it;
   * enrollment_token_expired; enrollment_token_of_other_kind
   */
  start(
    token: string,
    kinds: readonly queries.TokenKind[],
    onFirst: (tx: Tx, session: TokenSession) => Promise<void>,
  ): Promise<TokenSession>;
  /** Whether `start` would succeed now, without beginning the session. @throws as `start` */
  check(token: string, kinds: readonly queries.TokenKind[]): Promise<void>;
  /** The session of the token while it lasts. @throws enrollment_session_ended */
  require(reader: Database | Tx, key: TokenKey, kinds: readonly queries.TokenKind[]): Promise<TokenSession>;
  /** As `require`, and no other transaction uses the token until this one ends. @throws enrollment_session_ended */
  lock(tx: Tx, key: TokenKey, kinds: readonly queries.TokenKind[]): Promise<TokenSession>;
  /**
   * Replaces the token of the session: others who have the former one are no longer part of it.
   * @throws enrollment_token_invalid if the next token is one that exists
   */
  replace(tx: Tx, session: TokenSession, nextHash: Buffer): Promise<void>;
}

const tokenHours = 24;
const sessionMinutes = 10;
const tokenCharacters = 32;

export function createAccountTokens({ db, clock }: { readonly db: Database; readonly clock: Clock }): AccountTokens {
  async function find(
    reader: Database | Tx,
    key: TokenKey,
    kinds: readonly queries.TokenKind[],
    forUpdate: boolean,
  ): Promise<TokenSession> {
    const now = clock.now();
    const by = typeof key === 'string' ? hashToken(key) : key;
    const row = by === undefined ? undefined : await queries.findToken(reader, by, { now, forUpdate });
    const session = row && toSession(row);
    if (!session || session.endsAt <= now || !kinds.includes(session.kind))
      throw new DomainError('enrollment_session_ended');
    return session;
  }

  /** The token, and its session if it has begun. @throws as `start` */
  async function findUsable(
    reader: Database | Tx,
    token: string,
    kinds: readonly queries.TokenKind[],
    forUpdate: boolean,
  ) {
    const now = clock.now();
    const row = await queries.findToken(reader, hashToken(token), { now, forUpdate });
    if (!row) throw new DomainError('enrollment_token_invalid');
    const current = toSession(row);
    if (current && current.endsAt <= now) throw new DomainError('enrollment_token_invalid');
    if (!current && row.expires_at <= now) throw new DomainError('enrollment_token_expired');
    if (!kinds.includes(row.kind)) throw new DomainError('enrollment_token_of_other_kind');
    return { row, current, now };
  }

  return {
    async issue(tx, kind, { userId, actor, email, externalIdentityId }) {
      const token = randomAlphanumeric(tokenCharacters);
      const issuedAt = clock.now();
      const expiresAt = new Date(issuedAt.getTime() + tokenHours * 3_600_000);
      const issuer = { issuerId: actor?.userId, apiTokenId: actor?.token?.id, sessionId: actor?.sessionId };
      const of = { ...issuer, externalIdentityId };
      await queries.replaceToken(tx, { hash: hashToken(token), kind, userId, ...of, email, issuedAt, expiresAt });
      return { token, expiresAt };
    },
    start: (token, kinds, onFirst) =>
      inTransaction(db, async (tx) => {
        const { row, current, now } = await findUsable(tx, token, kinds, true);
        if (current) return current;
        const until = new Date(now.getTime() + sessionMinutes * 60_000);
        await queries.startSession(tx, row.id, { now, until });
        const session = newSession(row, { startedAt: now, endsAt: until });
        await onFirst(tx, session);
        return session;
      }),
    async check(token, kinds) {
      await findUsable(db, token, kinds, false);
    },
    require: (reader, key, kinds) => find(reader, key, kinds, false),
    lock: (tx, key, kinds) => find(tx, key, kinds, true),
    async replace(tx, { id }, nextHash) {
      if (!(await queries.setTokenHash(tx, id, nextHash))) throw new DomainError('enrollment_token_invalid');
    },
  };
}

/** Undefined before the first use. */
function toSession(row: queries.TokenRow): TokenSession | undefined {
  const { started_at: startedAt, session_ends_at: endsAt } = row;
  return startedAt && endsAt ? newSession(row, { startedAt, endsAt }) : undefined;
}

function newSession(
  { id, kind, user_id, issuer_id, completed_at }: queries.TokenRow,
  times: Pick<TokenSession, 'startedAt' | 'endsAt'>,
): TokenSession {
  return { id, kind, userId: user_id, issuerId: issuer_id, ...times, isCompleted: completed_at !== null };
}
