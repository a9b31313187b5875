// Reads user, group, group_member, mfa and security_key: a token has the current rights of its owner.
import type { Scope } from '@gatewarden/contract/scopes';
import { sql } from 'kysely';
import { type CallerLockMode, lockClauses } from '../../platform/database/caller-check.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type CallerRow, selectCaller, selectCallerWithUser, type UserRow } from '../users/index.ts';

export interface ApiTokenRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

const columns = [
  'api_token.id',
  'api_token.user_id',
  'api_token.name',
  sql<readonly Scope[]>`api_token.scopes`.as('scopes'),
  'api_token.created_at',
  'api_token.expires_at',
  'api_token.last_used_at',
] as const;

/** Oldest first. */
export function listTokensOf(db: Database, userId: number): Promise<ApiTokenRow[]> {
  return db.selectFrom('api_token').select(columns).where('user_id', '=', userId).orderBy('id').execute();
}

export async function countTokensOf(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('api_token')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewApiTokenRow extends Omit<ApiTokenRow, 'id' | 'last_used_at' | 'scopes'> {
  readonly token_hash: Buffer;
  readonly scopes: Scope[];
}

export function insertToken(tx: Tx, token: NewApiTokenRow): Promise<ApiTokenRow> {
  return tx.insertInto('api_token').values(token).returning(columns).executeTakeFirstOrThrow();
}

/** Undefined if this user has no such token; else no other transaction changes it until this one ends. */
export function lockToken(tx: Tx, username: string, id: number): Promise<ApiTokenRow | undefined> {
  return tx
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .select(columns)
    .where('api_token.id', '=', id)
    .where('user.username', '=', username)
    .forUpdate('api_token')
    .executeTakeFirst();
}

export async function setTokenName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('api_token').set({ name }).where('id', '=', id).execute();
}

export async function setTokenUsedAt(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute();
}

export async function deleteToken(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('api_token').where('id', '=', id).execute();
}

/** Returns the number of deleted tokens. */
export async function deleteTokensOf(tx: Tx, userId: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('api_token').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** For the check of the caller at commit. */
export async function tokenExists(db: Database, id: number, look: CallerLockMode): Promise<boolean> {
  const { rows } = await sql`select from api_token where id = ${id} ${sql.raw(lockClauses[look])}`.execute(db);
  return rows.length > 0;
}

export async function deleteTokensOfDisabled(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('api_token as t')
    .using('user as u')
    .whereRef('u.id', '=', 't.user_id')
    .where('u.is_active', '=', false)
    .where('t.user_id', '=', sql<number>`any(${userIds})`)
    .execute();
}

interface UsedToken {
  readonly token_id: number;
  readonly token_name: string;
  readonly scopes: readonly Scope[];
  readonly last_used_at: Date | null;
}

/** A token with the rights of its owner. */
export interface TokenOwnerRow extends UsedToken, CallerRow {}

/** Undefined if there is no such token, it has expired, or its owner is disabled. */
export async function findByHash(db: Database, tokenHash: Buffer, now: Date): Promise<TokenOwnerRow | undefined> {
  return (await selectOwner(db, tokenHash, now))[0];
}

/** As `findByHash`, with the full row of the owner. */
export async function findByHashWithUser(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<(TokenOwnerRow & UserRow) | undefined> {
  return (await selectOwnerWithUser(db, tokenHash, now))[0];
}

const selectOwner = compileOnce((db, tokenHash: Buffer, now: Date) =>
  selectCaller<UsedToken>(tokenQuery(tokenHash, now)).compile(db),
);
const selectOwnerWithUser = compileOnce((db, tokenHash: Buffer, now: Date) =>
  selectCallerWithUser<UsedToken>(tokenQuery(tokenHash, now)).compile(db),
);

function tokenQuery(tokenHash: Buffer, now: Date) {
  return {
    table: 'api_token',
    columns: sql`c.id as token_id, c.name as token_name, c.scopes, c.last_used_at`,
    where: sql`c.token_hash = ${tokenHash} and (c.expires_at is null or c.expires_at > ${now})`,
  } as const;
}

export interface HolderRow {
  readonly token_id: number;
  readonly token_name: string;
  readonly user_id: number;
  readonly username: string;
  readonly is_admin: boolean;
}

/** Those of the tokens that are still valid, in no order. */
export function listHolders(db: Database, ids: readonly number[], now: Date): Promise<HolderRow[]> {
  return db
    .selectFrom('api_token as t')
    .innerJoin('user as u', 'u.id', 't.user_id')
    .select([
      't.id as token_id',
      't.name as token_name',
      'u.id as user_id',
      'u.username',
      sql<boolean>`exists (select from group_member m join "group" g on g.id = m.group_id
        where m.user_id = u.id and g.is_admin)`.as('is_admin'),
    ])
    .where('t.id', '=', sql<number>`any(${ids})`)
    .where((is) => is.or([is('t.expires_at', 'is', null), is('t.expires_at', '>', now)]))
    .where('u.is_active', '=', true)
    .execute();
}
