// Reads group, group_member, mfa and security_key for the fields of a user; groups and mfa write them.
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { MfaMethod as MfaMethodName } from '@gatewarden/contract/users';
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import { loginName } from './login-name.ts';

type MfaMethod = z.infer<typeof MfaMethodName>;

export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_active: boolean;
  readonly has_password: boolean;
  /** Whether the user has a credential to sign in with: a password or a passkey. */
  readonly enrolled: boolean;
  /** Whether sign-in asks for a second factor. */
  readonly mfa_enabled: boolean;
  /** The factor that sign-in asks for first. */
  readonly mfa_method: MfaMethod;
  readonly totp_enabled: boolean;
  readonly webauthn_enabled: boolean;
  readonly email_mfa_enabled: boolean;
  /** Of mails to the user. */
  readonly language: MailLanguage;
  /** Names, sorted. */
  readonly groups: readonly string[];
  readonly is_admin: boolean;
  /** The system that manages the account; null: this instance. */
  readonly managed_by: string | null;
  /** Null: every field that can be managed. */
  readonly managed_fields: readonly string[] | null;
}

export interface NewUserRow {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly password_hash: string | null;
}

const membership = sql<{ groups: string[]; is_admin: boolean }>`(
  select coalesce(array_agg(g.name order by g.name), '{}') as groups, coalesce(bool_or(g.is_admin), false) as is_admin
  from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id)`;

const hasPasskey = sql<boolean>`exists (
  select from security_key k where k.user_id = u.id and k.is_passkey and k.suspended_at is null)`;

const columns = [
  'u.id',
  'u.username',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.phone',
  'u.is_active',
  sql<boolean>`u.password_hash is not null`.as('has_password'),
  sql<boolean>`(u.password_hash is not null or ${hasPasskey})`.as('enrolled'),
  sql<boolean>`coalesce(f.is_enabled, false)`.as('mfa_enabled'),
  sql<MfaMethod>`coalesce(f.method, 'None')`.as('mfa_method'),
  sql<boolean>`f.totp_secret is not null`.as('totp_enabled'),
  sql<boolean>`exists (select from security_key k where k.user_id = u.id and k.suspended_at is null)`.as(
    'webauthn_enabled',
  ),
  sql<boolean>`coalesce(f.email_enabled, false)`.as('email_mfa_enabled'),
  sql<MailLanguage>`coalesce(u.language, 'en')`.as('language'),
  'u.managed_by',
  'u.managed_fields',
] as const;

/**
 * For the statements that every request asks first, which are written out: all of a `UserRow` about the user `u`, and what
 * it takes to know it.
 */
export const fullUserColumns = {
  columns: sql`u.id, u.username, u.first_name, u.last_name, u.email, u.phone, u.is_active,
    u.password_hash is not null as has_password,
    (u.password_hash is not null or coalesce(k.has_passkey, false)) as enrolled,
    coalesce(f.is_enabled, false) as mfa_enabled, coalesce(f.method, 'None') as mfa_method,
    coalesce(f.totp_secret is not null, false) as totp_enabled, k.has_passkey is not null as webauthn_enabled,
    coalesce(f.email_enabled, false) as email_mfa_enabled, coalesce(u.language, 'en') as language,
    u.managed_by, u.managed_fields, m.groups, m.is_admin`,
  joins: sql`left join mfa f on f.user_id = u.id
    cross join lateral (select bool_or(is_passkey) as has_passkey from security_key where user_id = u.id and suspended_at is null) k
    cross join lateral ${membership} m`,
} as const;

function selectUsers(db: Database | Tx) {
  return db
    .selectFrom('user as u')
    .innerJoinLateral(membership.as('m'), (join) => join.onTrue())
    .leftJoin('mfa as f', 'f.user_id', 'u.id')
    .select([...columns, 'm.groups', 'm.is_admin']);
}

/**
 * All users by name. The console shows them as one list, so there are no pages. Groups are aggregated once for all users,
 * which for ten thousand users takes half the time of a lookup per user.
 */
export function listUsers(db: Database): Promise<UserRow[]> {
  const memberships = sql<{ user_id: number; groups: string[]; is_admin: boolean }>`(
    select m.user_id, array_agg(g.name order by g.name) as groups, bool_or(g.is_admin) as is_admin
    from group_member m join "group" g on g.id = m.group_id group by m.user_id)`;
  return db
    .selectFrom('user as u')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .leftJoin('mfa as f', 'f.user_id', 'u.id')
    .select([
      ...columns,
      sql<string[]>`coalesce(m.groups, '{}')`.as('groups'),
      sql<boolean>`coalesce(m.is_admin, false)`.as('is_admin'),
    ])
    .orderBy('u.username')
    .execute();
}

export function findUser(db: Database | Tx, username: string): Promise<UserRow | undefined> {
  return selectUsers(db).where('u.username', '=', username).executeTakeFirst();
}

export function findUserById(db: Database | Tx, id: number): Promise<UserRow | undefined> {
  return selectUsers(db).where('u.id', '=', id).executeTakeFirst();
}

/** The users of the ids that exist, in no order. */
export function listUsersById(db: Database | Tx, ids: readonly number[]): Promise<UserRow[]> {
  return selectUsers(db).where('u.id', '=', sql<number>`any(${ids})`).execute();
}

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

/** Undefined if there is no such user. No other transaction changes the row until this one ends. */
export async function lockUser(tx: Tx, username: string): Promise<UserRow | undefined> {
  const locked = await tx
    .selectFrom('user')
    .select('id')
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst();
  return locked && findUserById(tx, locked.id);
}

/** The users of the ids that exist, by id. No other transaction changes the rows until this one ends. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<UserRow[]> {
  const wanted = sql<number>`any(${ids})`;
  await tx.selectFrom('user').select('id').where('id', '=', wanted).orderBy('id').forUpdate().execute();
  return selectUsers(tx).where('u.id', '=', wanted).orderBy('u.id').execute();
}

/** As `lockUser`, but other transactions can still add rows that refer to the user. */
export async function lockUserById(tx: Tx, id: number): Promise<UserRow | undefined> {
  const locked = await tx.selectFrom('user').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return locked && findUserById(tx, locked.id);
}

/** As `lockUser`, but shared: disabling or deleting the user waits for all transactions with this lock. */
export async function lockUserShared(tx: Tx, id: number): Promise<UserRow | undefined> {
  const locked = await tx.selectFrom('user').select('id').where('id', '=', id).forShare().executeTakeFirst();
  return locked && findUserById(tx, locked.id);
}

/** @throws username_taken, email_taken: the unique indexes decide, so one of two concurrent calls wins */
export async function insertUser(tx: Tx, user: NewUserRow): Promise<number> {
  const { id } = await tx.insertInto('user').values(user).returning('id').executeTakeFirstOrThrow().catch(orTaken);
  return id;
}

/** @throws username_taken, email_taken */
export async function setUser(tx: Tx, id: number, changes: Partial<Omit<NewUserRow, 'password_hash'>>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('user').set(changes).where('id', '=', id).execute().catch(orTaken);
}

/** Sets the language of mails to the user. */
export async function setLanguage(db: Database, id: number, language: MailLanguage): Promise<void> {
  await db
    .updateTable('user')
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is distinct from', language)
    .execute();
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

export async function setActive(tx: Tx, ids: readonly number[], isActive: boolean): Promise<void> {
  const changed = sql<number>`any(${ids})`;
  await tx.updateTable('user').set({ is_active: isActive }).where('id', '=', changed).execute();
}

export async function deleteUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', sql<number>`any(${ids})`).execute();
}

export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(username collate "C")`, '=', loginName(username))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the user is a member of a group of administrators. */
export async function isAdministrator(db: Database | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from group_member m join "group" g on g.id = m.group_id
    where m.user_id = ${userId} and g.is_admin limit 1`.execute(db);
  return rows.length > 0;
}

/** Id of an advisory lock that no other lock of the product uses. Released at the end of the transaction. */
const administratorsLock = 7_203_114_502;

/** Only one transaction at a time changes who is an administrator. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx);
}

/** Prefix of the right of a member of a group of administrators, disabled or not. */
export const memberPrefix = 'member ';

export interface AdminRight {
  /** Identifies the right; for comparison only. */
  readonly right: string;
  /** Whether this transaction wrote one of the rows that give it. */
  readonly isWrittenHere: boolean;
}

/** Every group of administrators, every member of one, and which of them are active. */
export async function listAdminRights(tx: Tx): Promise<AdminRight[]> {
  // compares the transaction that wrote a row; changes run without savepoints, which would have other ids
  const isWrittenHere = (row: string) => sql`${sql.ref(`${row}.xmin`)} = pg_current_xact_id()::xid`;
  const { rows } = await sql<AdminRight>`
    select 'group ' || g.id as "right", ${isWrittenHere('g')} as "isWrittenHere" from "group" g where g.is_admin
    union all
    select 'active ' || u.id, ${isWrittenHere('g')} or ${isWrittenHere('m')} or ${isWrittenHere('u')}
    from group_member m join "group" g on g.id = m.group_id join "user" u on u.id = m.user_id
    where g.is_admin and u.is_active
    union all
    select ${memberPrefix}::text || m.user_id, ${isWrittenHere('g')} or ${isWrittenHere('m')}
    from group_member m join "group" g on g.id = m.group_id where g.is_admin`.execute(tx);
  return rows;
}

/** An active administrator who can sign in: an account that has not enrolled could not restore access. */
export async function hasActiveAdministrator(db: Database | Tx): Promise<boolean> {
  const found = await db
    .selectFrom('user as u')
    .innerJoin('group_member as m', 'm.user_id', 'u.id')
    .innerJoin('group as g', 'g.id', 'm.group_id')
    .select('u.id')
    .where('g.is_admin', '=', true)
    .where('u.is_active', '=', true)
    .where((is) => is.or([is('u.password_hash', 'is not', null), hasPasskey]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function orTaken(error: unknown): never {
  try {
    return rethrowUniqueViolationAs('user_username', 'username_taken', 'username')(error);
  } catch (other) {
    return rethrowUniqueViolationAs('user_email', 'email_taken', 'email')(other);
  }
}
