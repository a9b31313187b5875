// Reads group, group_member, mfa and security_key for the fields of a user; groups and mfa write them.
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { MfaMethod as MfaMethodName } from '@gatewarden/contract/users';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';

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

const membership = sql<{ groups: string[]; is_admin: boolean }>`(
  select coalesce(array_agg(g.name order by g.name), '{}') as groups, coalesce(bool_or(g.is_admin), false) as is_admin
  from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id)`;

export const hasPasskey = sql<boolean>`exists (
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

/** All columns of a `UserRow` for the user `u`, with `fullUserJoins`, for hand-written statements that run on every request. */
export const fullUserColumns = sql`u.id, u.username, u.first_name, u.last_name, u.email, u.phone, u.is_active,
    u.password_hash is not null as has_password,
    (u.password_hash is not null or coalesce(k.has_passkey, false)) as enrolled,
    coalesce(f.is_enabled, false) as mfa_enabled, coalesce(f.method, 'None') as mfa_method,
    coalesce(f.totp_secret is not null, false) as totp_enabled, k.has_passkey is not null as webauthn_enabled,
    coalesce(f.email_enabled, false) as email_mfa_enabled, coalesce(u.language, 'en') as language,
    u.managed_by, u.managed_fields, m.groups, m.is_admin`;

/** The joins that `fullUserColumns` needs. */
export const fullUserJoins = sql`left join mfa f on f.user_id = u.id
    cross join lateral (select bool_or(is_passkey) as has_passkey from security_key where user_id = u.id and suspended_at is null) k
    cross join lateral ${membership} m`;

function selectUsers(db: Database | Tx) {
  return db
    .selectFrom('user as u')
    .innerJoinLateral(membership.as('m'), (join) => join.onTrue())
    .leftJoin('mfa as f', 'f.user_id', 'u.id')
    .select([...columns, 'm.groups', 'm.is_admin']);
}

/** Users of one statement of `listUsers`: they block other work of the process for about 15 ms. */
const usersPerStatement = 1_000;

/**
 * All users by name, in parts that are read when the previous one was consumed. Needs no transaction: a user who exists
 * all the time is listed exactly once, even if renamed meanwhile.
 */
export async function* listUsers(db: Database): AsyncGenerator<UserRow[], void, void> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id order by username), '{}') as ids from "user"`.execute(db);
  const ids = rows[0]?.ids ?? [];
  for (let from = 0; from < ids.length; from += usersPerStatement) {
    yield await listUsersByName(db, ids.slice(from, from + usersPerStatement));
  }
}

/** The users of the ids that exist, by name. Groups are aggregated once for all, in half the time of a lookup per user. */
export function listUsersByName(db: Database, ids: readonly number[]): Promise<UserRow[]> {
  const memberships = sql<{ user_id: number; groups: string[]; is_admin: boolean }>`(
    select m.user_id, array_agg(g.name order by g.name) as groups, bool_or(g.is_admin) as is_admin
    from group_member m join "group" g on g.id = m.group_id where m.user_id = any(${ids}) group by m.user_id)`;
  return db
    .selectFrom('user as u')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .leftJoin('mfa as f', 'f.user_id', 'u.id')
    .select([
      ...columns,
      sql<string[]>`coalesce(m.groups, '{}')`.as('groups'),
      sql<boolean>`coalesce(m.is_admin, false)`.as('is_admin'),
    ])
    .where('u.id', '=', sql<number>`any(${ids})`)
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
