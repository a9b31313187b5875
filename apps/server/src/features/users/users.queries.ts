// Reads group, group_member, mfa, security_key, openid_consent, openid_app, external_identity, ldap_entry, ldap_change and
// settings for the fields of a user; each is written by its own feature.
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { MfaMethod as MfaMethodName } from '@gatewarden/contract/users';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { anyOf } from '../../platform/database/any-of.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { mailLanguage } from '../mail/index.ts';

type MfaMethod = z.infer<typeof MfaMethodName>;

interface Column<T> {
  readonly expression: string;
  /** Only in types. */
  readonly type?: T;
}

const column = <T>(expression: string): Column<T> => ({ expression });

const usableKey = 'select from security_key k where k.user_id = u.id and k.suspended_at is null';
const passkey = `exists (${usableKey} and k.is_passkey)`;

const ownCredential = `(u.password_hash is not null or ${passkey})`;

/** Whether the user `u` can sign in without another system: with a password of this instance or a passkey. */
export const hasOwnCredential = sql.raw<boolean>(ownCredential);

/** The directory manages the user `u`, or the account was taken over with the password of its entry. */
const directoryPassword = `(u.managed_by = 'ldap' or exists (select from ldap_entry e
  where e.kind = 'user' and e.object_id = u.id and e.has_password and not e.is_created))`;

/** As `hasOwnCredential`, or with the password of the directory. */
export const hasPasswordOrPasskey = sql.raw<boolean>(`(${ownCredential} or ${directoryPassword})`);

const authorizedApps = `coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id)
  from openid_consent c join openid_app a on a.id = c.app_id where c.user_id = u.id), '[]')`;

/** The directory has a random password instead of that of the user `u`, and no new one waits to be written. */
const needsPasswordForLdap = `u.password_hash is not null
  and exists (select from ldap_entry e where e.kind = 'user' and e.object_id = u.id
    and e.external_id is not null and not e.has_password)
  and not exists (select from ldap_change c where c.kind = 'user' and c.object_id = u.id and c.password = 'set')
  and (select (changed->>'ldap_enabled')::boolean and (changed->>'ldap_sync_enabled')::boolean
    and (changed->>'ldap_is_authoritative')::boolean is not true from settings) is true`;

/** The fields of a `UserRow`: of user `u`, of its row `f` of `mfa`, and of its memberships `m`. */
const columns = {
  id: column<number>('u.id'),
  username: column<string>('u.username'),
  first_name: column<string>('u.first_name'),
  last_name: column<string>('u.last_name'),
  email: column<string>('u.email'),
  phone: column<string | null>('u.phone'),
  is_active: column<boolean>('u.is_active'),
  has_password: column<boolean>('u.password_hash is not null'),
  /** Whether the directory gets the password only when the user sets one again. */
  ldap_pass_requires_change: column<boolean>(needsPasswordForLdap),
  /**
   * Whether the user has a credential to sign in with: a password, a passkey, an account at an identity provider, or the
   * password of the directory.
   */
  enrolled: column<boolean>(
    `${ownCredential} or coalesce(${directoryPassword}, false)
      or exists (select from external_identity e where e.user_id = u.id)`,
  ),
  /** Whether sign-in asks for a second factor. */
  mfa_enabled: column<boolean>('coalesce(f.is_enabled, false)'),
  /** The factor that sign-in asks for first. */
  mfa_method: column<MfaMethod>("coalesce(f.method, 'None')"),
  totp_enabled: column<boolean>('coalesce(f.has_totp, false)'),
  webauthn_enabled: column<boolean>(`exists (${usableKey})`),
  email_mfa_enabled: column<boolean>('coalesce(f.email_enabled, false)'),
  /** Of mails to the user. */
  language: column<MailLanguage>(mailLanguage),
  /** Whether the language is known; otherwise it is English. */
  has_language: column<boolean>("coalesce(u.preferences->>'language', u.language) is not null"),
  /** The system that manages the account; null: this instance. */
  managed_by: column<string | null>('u.managed_by'),
  /** Null: every field that can be managed. */
  managed_fields: column<readonly string[] | null>('u.managed_fields'),
  /** Applications that the user has authorized, by name. */
  authorized_apps: column<readonly { readonly id: number; readonly name: string }[]>(authorizedApps),
  /** Names, sorted. */
  groups: column<readonly string[]>("coalesce(m.groups, '{}')"),
  is_admin: column<boolean>('coalesce(m.is_admin, false)'),
} as const;

export type UserRow = {
  readonly [C in keyof typeof columns]: (typeof columns)[C] extends Column<infer T> ? T : never;
};

/** Without the language of mails, which only the user is shown. */
export type ShownUserRow = Omit<UserRow, 'language' | 'has_language'>;

const selections = Object.entries(columns).map(([name, { expression }]) =>
  sql.raw(expression).as(name),
) as unknown as readonly { [C in keyof UserRow]: AliasedRawBuilder<UserRow[C], C> }[keyof UserRow][];

/** Selects these fields; those of `mfa` and of the memberships need `f` and `m`. */
export function userColumns(names: readonly (keyof UserRow)[]): RawBuilder<unknown> {
  return sql.raw(names.map((name) => `${columns[name].expression} as ${name}`).join(', '));
}

const fullUserColumns = userColumns(Object.keys(columns) as (keyof UserRow)[]);

const membership = sql<{ groups: string[]; is_admin: boolean }>`(
  select array_agg(g.name order by g.name) as groups, bool_or(g.is_admin) as is_admin
  from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id)`;

/** Whether the instance has the VPN module switched on. */
export const isVpnEnabled = sql<boolean>`(
  select coalesce((changed->>'wireguard_enabled')::boolean, true) from settings)`;

/** A user who calls, and what the instance allows all callers. */
export interface CallerRow extends Pick<UserRow, 'id' | 'username' | 'is_admin'> {
  readonly is_vpn_enabled: boolean;
}

interface CredentialQuery {
  readonly table: 'session' | 'api_token';
  /** Of the credential `c`. */
  readonly columns: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/** Whether the user `u` has administrator rights. */
const isAdmin = sql<boolean>`exists (
  select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin)`;

/**
 * The credential with its user; no row if it does not exist or the user is disabled. Nearly every request runs it, so it
 * reads only what decides about rights: for the full user, PostgreSQL takes twice as long.
 */
export function selectCaller<Credential>(query: CredentialQuery): RawBuilder<Credential & CallerRow> {
  return selectCredential(query, sql`u.id, u.username, ${isAdmin} as is_admin`);
}

/** As `selectCaller`, with the full user: one statement for the most frequent call, which returns it. */
export function selectCallerWithUser<Credential>(query: CredentialQuery): RawBuilder<Credential & CallerRow & UserRow> {
  return selectCredential(
    query,
    fullUserColumns,
    sql`left join mfa f on f.user_id = u.id cross join lateral ${membership} m`,
  );
}

function selectCredential<Row>(
  { table, columns, where }: CredentialQuery,
  userColumns: RawBuilder<unknown>,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<Row> {
  return sql<Row>`
    select ${columns}, ${userColumns}, ${isVpnEnabled} as is_vpn_enabled
    from ${sql.table(table)} c
    join "user" u on u.id = c.user_id
    ${joins}
    where ${where} and u.is_active`;
}

/** Users `u`, with `UserRow` as columns. */
export function selectUsers(db: Database | Tx) {
  return db
    .selectFrom('user as u')
    .innerJoinLateral(membership.as('m'), (join) => join.onTrue())
    .leftJoin('mfa as f', 'f.user_id', 'u.id')
    .select(selections);
}

/** As text: the driver takes longer to write an array than PostgreSQL takes to read its users. */
const intArray = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::int[]`;

/** The users of the ids that exist, by name. */
export function listUsersByName(db: Database, ids: readonly number[]): Promise<UserRow[]> {
  return selectUsersOf(db, ids).orderBy('u.username').execute();
}

/** Groups are aggregated once for all, in half the time of a lookup per user. */
function selectUsersOf(db: Database, ids: readonly number[]) {
  const memberships = sql<{ user_id: number; groups: string[]; is_admin: boolean }>`(
    select m.user_id, array_agg(g.name order by g.name) as groups, bool_or(g.is_admin) as is_admin
    from group_member m join "group" g on g.id = m.group_id where m.user_id = any(${intArray(ids)}) group by m.user_id)`;
  return db
    .selectFrom('user as u')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .leftJoin('mfa as f', 'f.user_id', 'u.id')
    .select(selections)
    .where('u.id', '=', sql<number>`any(${intArray(ids)})`);
}

const selectByName = compileOnce((db, username: string) =>
  selectUsers(db).where('u.username', '=', username).compile(),
);
const selectById = compileOnce((db, id: number) => selectUsers(db).where('u.id', '=', id).compile());

export async function findUser(db: Database | Tx, username: string): Promise<UserRow | undefined> {
  return (await selectByName(db, username))[0];
}

export async function findUserById(db: Database | Tx, id: number): Promise<UserRow | undefined> {
  return (await selectById(db, id))[0];
}

/** The users of the ids that exist, in no order. */
export function listUsersById(db: Database | Tx, ids: readonly number[]): Promise<UserRow[]> {
  return selectUsers(db).where('u.id', '=', anyOf(ids)).execute();
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
  const wanted = anyOf(ids);
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

/** Whether there is more than one account. */
export async function hasSeveralUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(2).execute()).length > 1;
}
