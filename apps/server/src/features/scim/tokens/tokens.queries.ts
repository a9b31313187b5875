// Reads user for the name of the administrator who issued a token.
import { maxAttentionPerKind } from '@gatewarden/contract/home';
import { sql } from 'kysely';
import { type CallerLockMode, lockClauses } from '../../../platform/database/caller-check.ts';
import { compileOnce } from '../../../platform/database/compile-once.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';

export interface ScimTokenRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly previous_expires_at: Date | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly issued_by: number | null;
}

const columns = [
  ...(['scim_token.id', 'scim_token.name', 'scim_token.created_at', 'scim_token.rotated_at'] as const),
  ...(['scim_token.previous_expires_at', 'scim_token.expires_at', 'scim_token.last_used_at'] as const),
  'scim_token.issued_by',
] as const;

/** With the user name of the issuer, oldest first. */
export function listTokens(db: Database): Promise<(ScimTokenRow & { issuer: string | null })[]> {
  return db
    .selectFrom('scim_token')
    .leftJoin('user', 'user.id', 'scim_token.issued_by')
    .select([...columns, 'user.username as issuer'])
    .orderBy('scim_token.id')
    .execute();
}

/** Only one transaction at a time adds tokens. */
export async function lockTokenCount(tx: Tx): Promise<number> {
  await sql`lock table scim_token in share row exclusive mode`.execute(tx);
  const { count } = await tx
    .selectFrom('scim_token')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewScimTokenRow {
  readonly name: string;
  readonly token_hash: Buffer;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly issued_by: number;
}

export function insertToken(tx: Tx, token: NewScimTokenRow): Promise<ScimTokenRow> {
  return tx.insertInto('scim_token').values(token).returning(columns).executeTakeFirstOrThrow();
}

export function lockToken(tx: Tx, id: number): Promise<ScimTokenRow | undefined> {
  return tx.selectFrom('scim_token').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export interface Rotation {
  readonly token_hash: Buffer;
  readonly rotated_at: Date;
  /** Until when the former secret is accepted. */
  readonly previous_expires_at: Date;
  readonly expires_at: Date | null;
  readonly issued_by: number;
}

/** Replaces the secret; the former one becomes the previous one. */
export function rotateToken(tx: Tx, id: number, rotation: Rotation): Promise<ScimTokenRow> {
  return tx
    .updateTable('scim_token')
    .set({ ...rotation, previous_hash: sql`token_hash` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteToken(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('scim_token').where('id', '=', id).execute();
}

/** Returns the deleted tokens. */
export function deleteTokensIssuedSince(tx: Tx, userId: number, since: Date): Promise<{ id: number; name: string }[]> {
  return tx
    .deleteFrom('scim_token')
    .where('issued_by', '=', userId)
    .where(sql`coalesce(rotated_at, created_at)`, '>=', since)
    .returning(['id', 'name'])
    .execute();
}

export async function setTokenUsedAt(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('scim_token').set({ last_used_at: at }).where('id', '=', id).execute();
}

export type UsedTokenRow = Pick<ScimTokenRow, 'id' | 'name' | 'last_used_at' | 'issued_by'>;

const selectByHash = compileOnce((db, current: Buffer, previous: Buffer, now: Date, until: Date) =>
  db
    .selectFrom('scim_token')
    .select(['id', 'name', 'last_used_at', 'issued_by'])
    .where((is) =>
      is.or([
        is('token_hash', '=', current),
        is.and([is('previous_hash', '=', previous), is('previous_expires_at', '>', until)]),
      ]),
    )
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .compile(),
);

/** Undefined if there is no such token or it has expired. */
export async function findTokenByHash(db: Database, hash: Buffer, now: Date): Promise<UsedTokenRow | undefined> {
  return (await selectByHash(db, hash, hash, now, now))[0];
}

/** For the check of the caller at commit. */
export async function tokenExists(db: Database, id: number, look: CallerLockMode): Promise<boolean> {
  const { rows } = await sql`select from scim_token where id = ${id} ${sql.raw(lockClauses[look])}`.execute(db);
  return rows.length > 0;
}

/** Tokens that expire within the period, the next first. */
export function listExpiringTokens(
  db: Database,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<{ id: number; name: string; expires_at: Date | null }[]> {
  return db
    .selectFrom('scim_token')
    .select(['id', 'name', 'expires_at'])
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(maxAttentionPerKind)
    .execute();
}
