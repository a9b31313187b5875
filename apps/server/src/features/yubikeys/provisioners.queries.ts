// Reads user, group and group_member: a token is valid while its owner is an active administrator.
import { type SqlBool, sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface TokenRow {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
}

/** Whether the user of the table alias is an active administrator. */
export function isAdministrator(user: string) {
  const [id, isActive] = [sql.ref(`${user}.id`), sql.ref(`${user}.is_active`)];
  return sql<SqlBool>`${isActive} and exists (select from group_member m
    join "group" g on g.id = m.group_id where m.user_id = ${id} and g.is_admin)`;
}

/** Undefined if the token was revoked, or its owner is no active administrator. */
export function findToken(db: Database, id: string): Promise<TokenRow | undefined> {
  return selectToken(db, id).executeTakeFirst();
}

/** As `findToken`; the token is not revoked until the transaction ends. */
export function lockToken(tx: Tx, id: string): Promise<TokenRow | undefined> {
  return selectToken(tx, id).forShare('t').executeTakeFirst();
}

function selectToken(db: Database | Tx, id: string) {
  return db
    .selectFrom('provisioner_token as t')
    .innerJoin('user as u', 'u.id', 't.user_id')
    .select(['t.id', 't.user_id', 'u.username'])
    .where('t.id', '=', id)
    .where(isAdministrator('u'));
}

/** Inserts the token unless the user has one. Returns the id of the user's token. */
export async function ensureToken(tx: Tx, token: { id: string; user_id: number; created_at: Date }): Promise<string> {
  const { id } = await tx
    .insertInto('provisioner_token')
    .values(token)
    // an update without effect, so that the row is returned
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: token.user_id }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteAllTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom('provisioner_token').execute();
}

export async function deleteTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('provisioner_token').where('user_id', '=', userId).execute();
}

/** Deletes the tokens of those of these users who are not active administrators. */
export async function deleteTokensOfFormerAdministrators(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('provisioner_token as t')
    .using('user as u')
    .whereRef('u.id', '=', 't.user_id')
    .where('u.id', '=', anyOf(userIds))
    .where(sql<SqlBool>`not (${isAdministrator('u')})`)
    .execute();
}

export interface ProvisionerRow {
  readonly id: string;
  /** With which it registered; null: that token was revoked. */
  readonly token_id: string | null;
}

export interface ListedProvisionerRow {
  readonly id: string;
  readonly ip: string;
  readonly last_seen_at: Date;
  /** Its job in progress; null if there is none. */
  readonly job_id: number | null;
  readonly taken_at: Date | null;
  /** Of the user whom the job is for. */
  readonly username: string | null;
}

/** By name. */
export function listProvisioners(db: Database): Promise<ListedProvisionerRow[]> {
  return db
    .selectFrom('provisioner as p')
    .leftJoin('yubikey_job as j', (join) =>
      join.onRef('j.provisioner_id', '=', 'p.id').on('j.state', '=', 'in_progress'),
    )
    .leftJoin('user as u', 'u.id', 'j.user_id')
    .select(['p.id', 'p.ip', 'p.last_seen_at', 'j.id as job_id', 'j.taken_at', 'u.username'])
    .orderBy('p.id')
    .execute();
}

/** Not removed until the transaction ends. Undefined if there is none. */
export function lockProvisionerShared(tx: Tx, id: string): Promise<ProvisionerRow | undefined> {
  return tx.selectFrom('provisioner').select(['id', 'token_id']).where('id', '=', id).forKeyShare().executeTakeFirst();
}

export function lockProvisioner(tx: Tx, id: string): Promise<ProvisionerRow | undefined> {
  return tx.selectFrom('provisioner').select(['id', 'token_id']).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countProvisioners(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('provisioner')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface Seen {
  readonly id: string;
  readonly token_id: string;
  readonly ip: string;
  readonly at: Date;
}

/** False if another transaction inserted it first. */
export async function insertProvisioner(tx: Tx, { at, ...provisioner }: Seen): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provisioner')
    .values({ ...provisioner, registered_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function setSeen(tx: Tx, { id, token_id, ip, at }: Seen): Promise<void> {
  await tx.updateTable('provisioner').set({ token_id, ip, last_seen_at: at }).where('id', '=', id).execute();
}

export async function deleteProvisioner(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('provisioner').where('id', '=', id).execute();
}
