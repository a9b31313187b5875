// Reads user, group, group_member, api_token, session and external_identity for whom, by whom and with what tokens are issued; each is
// written by its own feature.
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

/** What a token is for: `enrollment` sets the first password, `client` adds a device, `password_reset` another password. */
export type TokenKind = 'enrollment' | 'client' | 'password_reset';

interface NewToken {
  readonly hash: Buffer;
  readonly kind: TokenKind;
  readonly userId: number;
  /** Undefined: the product, at the request of the user. */
  readonly issuerId: number | undefined;
  /** The API token of the issuer; undefined: a session. */
  readonly apiTokenId: number | undefined;
  /** The session of the issuer at the console. */
  readonly sessionId: number | undefined;
  /** The account at an OpenID provider with which the user signed in for it. */
  readonly externalIdentityId: number | undefined;
  readonly email: string | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/**
 * Replaces the unused tokens of the user: all with a new one to enrol or to add a device, only those of its kind with one to set
 * a password. One to enrol also ends the sessions of former ones. Stores none if the API token of the issuer was deleted meanwhile: the request then fails when it commits.
 */
export async function replaceToken(tx: Tx, token: NewToken): Promise<void> {
  const { hash, kind, userId, issuerId = null, apiTokenId = null, email, issuedAt, expiresAt } = token;
  const { sessionId = null, externalIdentityId = null } = token;
  await tx
    .deleteFrom('account_token')
    .where('user_id', '=', userId)
    .where((where) =>
      kind === 'enrollment'
        ? where.or([where('started_at', 'is', null), where('kind', '=', kind)])
        : where('started_at', 'is', null),
    )
    .$if(kind === 'password_reset', (query) => query.where('kind', '=', kind))
    .execute();
  await sql`
    insert into account_token (token_hash, kind, user_id, issuer_id, api_token_id, email, issued_at, expires_at,
      session_id, external_identity_id)
    select ${hash}::bytea, ${kind}::text, ${userId}::int, ${issuerId}::int, ${apiTokenId}::int, ${email}::text,
      ${issuedAt}::timestamptz, ${expiresAt}::timestamptz, ${sessionId}::int,
      coalesce(${externalIdentityId}::int, ${identityOfSession(token)})
    where ${apiTokenId}::int is null
      or exists (select from api_token where id = ${apiTokenId} for key share)`.execute(tx);
}

/** What users get for themselves in a session that began with a sign-in at a provider. */
function identityOfSession({ kind, userId, issuerId, sessionId }: NewToken) {
  if (kind !== 'client' || userId !== issuerId || sessionId === undefined) return sql`null::int`;
  return sql`(select e.id from session s join external_identity e on e.id = s.external_identity_id
    where s.id = ${sessionId} for key share of e)`;
}

/** The issuer of the token `t` may still issue it: the user, the product, or an active administrator. */
const isIssuerEntitled = sql<boolean>`(t.issuer_id is null or t.issuer_id = t.user_id or exists (
  select from "user" i join group_member m on m.user_id = i.id join "group" g on g.id = m.group_id
  where i.id = t.issuer_id and i.is_active and g.is_admin))`;

const isTokenOfIssuerValid = (now: Date) => sql<boolean>`(t.api_token_id is null or exists (
  select from api_token a where a.id = t.api_token_id and (a.expires_at is null or a.expires_at > ${now})))`;

export interface TokenRow {
  readonly id: number;
  readonly kind: TokenKind;
  readonly user_id: number;
  readonly issuer_id: number | null;
  readonly expires_at: Date;
  readonly started_at: Date | null;
  readonly session_ends_at: Date | null;
  /** When the user completed the enrollment with a passkey. */
  readonly completed_at: Date | null;
}

const columns = [
  't.id',
  't.user_id',
  't.issuer_id',
  't.expires_at',
  't.started_at',
  't.session_ends_at',
  't.completed_at',
] as const;

/**
 * By its hash or id, with its issuer's right to issue it; also tokens that have expired. Locks it against other uses with
 * `forUpdate`.
 */
export function findToken(
  db: Database | Tx,
  key: Buffer | number,
  { now, forUpdate = false }: { readonly now: Date; readonly forUpdate?: boolean },
): Promise<TokenRow | undefined> {
  return db
    .selectFrom('account_token as t')
    .select([...columns, sql<TokenKind>`t.kind`.as('kind')])
    .$if(typeof key === 'number', (query) => query.where('t.id', '=', key as number))
    .$if(typeof key !== 'number', (query) => query.where('t.token_hash', '=', key as Buffer))
    .where(isIssuerEntitled)
    .where(isTokenOfIssuerValid(now))
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Begins the session of a token. The caller has locked it. */
export async function startSession(tx: Tx, id: number, { now, until }: { now: Date; until: Date }): Promise<void> {
  await tx.updateTable('account_token').set({ started_at: now, session_ends_at: until }).where('id', '=', id).execute();
}

/**
 * The session continues with another token; the former one is no longer valid. False if a token with that hash exists. The
 * caller has locked the session.
 */
export async function setTokenHash(tx: Tx, id: number, hash: Buffer): Promise<boolean> {
  const taken = tx.selectFrom('account_token').select('id').where('token_hash', '=', hash);
  const { numUpdatedRows } = await tx
    .updateTable('account_token')
    .set({ token_hash: hash })
    .where('id', '=', id)
    .where(({ not, exists }) => not(exists(taken)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the user has a passkey. */
export async function setCompleted(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('account_token').set({ completed_at: at }).where('id', '=', id).execute();
}

/** Everything with which the user could enrol ends, also sessions that have begun, except the token `exceptId`. */
export async function deleteInvitations(tx: Tx, userId: number, exceptId?: number): Promise<void> {
  await tx
    .deleteFrom('account_token')
    .where('user_id', '=', userId)
    .where('kind', '=', 'enrollment')
    .where('id', 'is distinct from', exceptId ?? null)
    .execute();
}

export async function deleteToken(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('account_token').where('id', '=', id).execute();
}

/** Part of an emergency stop: all tokens that the user issued and all for the user. */
export async function deleteTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('account_token')
    .where((where) => where.or([where('issuer_id', '=', userId), where('user_id', '=', userId)]))
    .execute();
}

/** Deletes the tokens of users who are disabled, and those that users issued who are no longer active administrators. */
export async function deleteUnentitledTokens(tx: Tx, userIds: readonly number[]): Promise<void> {
  const changed = anyOf(userIds);
  await tx
    .deleteFrom('account_token as t')
    .where((where) =>
      where.or([
        where.and([where('t.issuer_id', '=', changed), sql<boolean>`not ${isIssuerEntitled}`]),
        where.and([
          where('t.user_id', '=', changed),
          sql<boolean>`not exists (select from "user" u where u.id = t.user_id and u.is_active)`,
        ]),
      ]),
    )
    .execute();
}

export async function deleteAllTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom('account_token').execute();
}

/** Deletes all tokens for the user. */
export async function deleteTokensFor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_token').where('user_id', '=', userId).execute();
}

/** Sessions of a user that were revoked: these, or all except one. */
export type RevokedSessions = { readonly ids: readonly number[] } | { readonly exceptId: number | undefined };

/**
 * Deletes the invitations and the tokens of clients that were issued in revoked sessions; tokens of clients for the user too if all
 * sessions were revoked.
 */
export async function deleteTokensOfSessions(tx: Tx, userId: number, revoked: RevokedSessions): Promise<void> {
  const tokens = tx.deleteFrom('account_token').where('kind', 'in', ['client', 'enrollment']);
  await ('ids' in revoked
    ? tokens.where('session_id', '=', anyOf(revoked.ids))
    : tokens
        .where('session_id', 'is distinct from', revoked.exceptId ?? null)
        .where((where) =>
          where.or([
            where.and([where('user_id', '=', userId), where('kind', '=', 'client')]),
            where.and([where('issuer_id', '=', userId), where('session_id', 'is not', null)]),
          ]),
        )
  ).execute();
}

/** Deletes the tokens that users got with a sign-in at the provider. */
export async function deleteTokensOfProvider(tx: Tx, providerId: number): Promise<void> {
  await tx
    .deleteFrom('account_token')
    .where('external_identity_id', 'in', (query) =>
      query.selectFrom('external_identity').select('id').where('provider_id', '=', providerId),
    )
    .execute();
}

/** Deletes the tokens for the user that were mailed to the address, and all that set another password. */
export async function deleteMailedTokens(tx: Tx, userId: number, address: string): Promise<void> {
  await tx
    .deleteFrom('account_token')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([where('kind', '=', 'password_reset'), sql<boolean>`lower(email) = lower(${address}::text)`]),
    )
    .execute();
}

/** Deletes tokens that ended before `at`; until then, their use says that they have expired. */
export async function deleteEnded(db: Database | Tx, at: Date): Promise<void> {
  await db.deleteFrom('account_token').where(sql<Date>`coalesce(session_ends_at, expires_at)`, '<', at).execute();
}

export interface InvitationRow {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly account_email: string;
  readonly issued_by: string;
  readonly issuer_first_name: string;
  readonly issuer_last_name: string;
  readonly issued_at: Date;
  readonly expires_at: Date;
  readonly started_at: Date | null;
}

/** Valid tokens with which people enrol, newest first. */
export async function listInvitations(db: Database | Tx, now: Date, id?: number): Promise<InvitationRow[]> {
  return db
    .selectFrom('account_token as t')
    .innerJoin('user as u', 'u.id', 't.user_id')
    .innerJoin('user as i', 'i.id', 't.issuer_id')
    .select([
      't.id',
      't.user_id',
      'u.username',
      'u.first_name',
      'u.last_name',
      't.email',
      't.issued_at',
      't.started_at',
    ])
    .select(['u.email as account_email', 'i.username as issued_by'])
    .select(['i.first_name as issuer_first_name', 'i.last_name as issuer_last_name'])
    .select([sql<Date>`coalesce(t.session_ends_at, t.expires_at)`.as('expires_at')])
    .where('t.kind', '=', 'enrollment')
    .where(sql<Date>`coalesce(t.session_ends_at, t.expires_at)`, '>', now)
    .where('u.is_active', '=', true)
    .where('u.password_hash', 'is', null)
    .where('t.completed_at', 'is', null)
    .where(isIssuerEntitled)
    .where(isTokenOfIssuerValid(now))
    .$if(id !== undefined, (query) => query.where('t.id', '=', id ?? 0))
    .orderBy('t.id', 'desc')
    .execute();
}
