import { type SqlBool, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { findUserById, type UserRow } from './users.queries.ts';

/** By name, else by email address, in the form of `loginName`. The password hash is only for verification. */
export async function findCredentials(
  db: Database,
  login: string,
): Promise<{ id: number; password_hash: string | null; is_active: boolean } | undefined> {
  const byName = sql<SqlBool>`lower(username collate "C") = ${login}`;
  const found = await db
    .selectFrom('user')
    .select(['id', 'password_hash', 'is_active', byName.as('by_name')])
    .where((is) => is.or([byName, sql<SqlBool>`lower(email collate "C") = ${login}`]))
    .execute();
  return found.find((user) => user.by_name) ?? found[0];
}

export async function findPasswordHash(db: Database, id: number): Promise<string | undefined> {
  const user = await db.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst();
  return user?.password_hash ?? undefined;
}

/** Undefined if there is no such user, null if there is no password. No other transaction changes it until this one ends. */
export async function lockPasswordHash(tx: Tx, id: number): Promise<string | null | undefined> {
  const row = await tx.selectFrom('user').select('password_hash').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.password_hash;
}

/** Undefined if the user no longer exists. */
export async function setPasswordHash(tx: Tx, id: number, hash: string | null): Promise<UserRow | undefined> {
  await tx.updateTable('user').set({ password_hash: hash }).where('id', '=', id).execute();
  return findUserById(tx, id);
}
