// Reads group for the names of groups, and user for the people who use an application.
import type { CustomClaim } from '@gatewarden/contract/openid-apps';
import { type Selectable, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { rethrowUniqueViolationAs } from '../../platform/database/database.ts';
import type { OpenidApp } from '../../platform/database/types.gen.ts';

/** An application as stored; the names of groups are sorted. */
export interface AppRow extends Omit<Selectable<OpenidApp>, 'claims'> {
  readonly claims: readonly CustomClaim[];
  /** Differs after each change of the row. */
  readonly version: string;
  readonly allowed_groups: readonly string[];
  readonly shown_groups: readonly string[];
}

/** An application in the list of administrators. */
export interface ListedAppRow extends AppRow {
  readonly user_count: number;
  readonly last_used_at: Date | null;
}

/** What an application is stored with, apart from its groups and its secret. */
export type AppValues = Omit<
  Selectable<OpenidApp>,
  | 'id'
  | 'client_id'
  | 'created_at'
  | 'claims'
  | 'secret_hash'
  | 'secret_created_at'
  | 'former_secret_hash'
  | 'former_secret_until'
> & { readonly claims: readonly CustomClaim[] };

const groupNames = (table: 'openid_app_group' | 'openid_app_shown_group') => sql<string[]>`array(
  select g.name from ${sql.table(table)} m join "group" g on g.id = m.group_id where m.app_id = a.id order by g.name)`;

function selectApps(db: Database | Tx) {
  return db
    .selectFrom('openid_app as a')
    .selectAll('a')
    .select([
      sql<string>`a.xmin::text`.as('version'),
      groupNames('openid_app_group').as('allowed_groups'),
      groupNames('openid_app_shown_group').as('shown_groups'),
    ]);
}

const use = {
  user_count: sql<number>`(select count(*) from openid_consent c where c.app_id = a.id)`,
  last_used_at: sql<Date | null>`(select max(c.last_used_at) from openid_consent c where c.app_id = a.id)`,
};

function selectListedApps(db: Database) {
  return selectApps(db).select([use.user_count.as('user_count'), use.last_used_at.as('last_used_at')]);
}

/** Ordered by name. The instance limits their number. */
export async function listApps(db: Database): Promise<ListedAppRow[]> {
  return selectListedApps(db).orderBy('a.name').orderBy('a.id').$castTo<ListedAppRow>().execute();
}

/** Undefined if there is no such application. */
export async function findListedApp(db: Database, clientId: string): Promise<ListedAppRow | undefined> {
  return selectListedApps(db).where('a.client_id', '=', clientId).$castTo<ListedAppRow>().executeTakeFirst();
}

/** Undefined if there is no such application. */
export async function findApp(db: Database | Tx, clientId: string): Promise<AppRow | undefined> {
  return selectApps(db).where('a.client_id', '=', clientId).$castTo<AppRow>().executeTakeFirst();
}

/** Until the transaction ends, no other one changes the application. Undefined if there is none. */
export async function lockApp(tx: Tx, clientId: string): Promise<AppRow | undefined> {
  const locked = await tx
    .selectFrom('openid_app')
    .select('id')
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  return locked && findApp(tx, clientId);
}

/** Until the transaction ends, no other one adds an application or changes one that this one has not locked. */
export async function lockApps(tx: Tx): Promise<void> {
  await sql`lock table openid_app in share row exclusive mode`.execute(tx);
}

/** Only `lockApps` makes it certain: applications of earlier versions may share a name, so no index can. */
export async function isAppNameTaken(tx: Tx, name: string): Promise<boolean> {
  return (await tx.selectFrom('openid_app').select('id').where('name', '=', name).executeTakeFirst()) !== undefined;
}

export async function countApps(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('openid_app')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

interface NewAppRow extends AppValues {
  readonly client_id: string;
  readonly created_at: Date;
  readonly secret_hash: Buffer | null;
  readonly secret_created_at: Date | null;
}

/** Returns its id. */
export async function insertApp(tx: Tx, app: NewAppRow): Promise<number> {
  const { id } = await tx
    .insertInto('openid_app')
    .values({ ...app, claims: JSON.stringify(app.claims) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowUniqueViolationAs('openid_app_client_id_key', 'openid_app_limit_reached'));
  return id;
}

export async function setApp(tx: Tx, id: number, app: AppValues): Promise<void> {
  await tx
    .updateTable('openid_app')
    .set({ ...app, claims: JSON.stringify(app.claims) })
    .where('id', '=', id)
    .execute();
}

export async function setAppEnabled(tx: Tx, id: number, isEnabled: boolean): Promise<void> {
  await tx.updateTable('openid_app').set({ is_enabled: isEnabled }).where('id', '=', id).execute();
}

export interface SecretHashes {
  readonly secret_hash: Buffer | null;
  readonly secret_created_at: Date | null;
  readonly former_secret_hash: Buffer | null;
  readonly former_secret_until: Date | null;
}

export async function setAppSecrets(tx: Tx, id: number, secrets: SecretHashes): Promise<void> {
  await tx.updateTable('openid_app').set(secrets).where('id', '=', id).execute();
}

export async function deleteApp(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('openid_app').where('id', '=', id).execute();
}

/** Replaces the groups whose members may use the application, or those that it learns about. */
export async function setAppGroups(
  tx: Tx,
  table: 'openid_app_group' | 'openid_app_shown_group',
  appId: number,
  groupIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom(table).where('app_id', '=', appId).execute();
  if (groupIds.length === 0) return;
  await tx
    .insertInto(table)
    .values(groupIds.map((group_id) => ({ app_id: appId, group_id })))
    .execute();
}

export interface AppUserRow {
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly scopes: string[];
  readonly authorized_at: Date;
  readonly last_used_at: Date;
}

const maxListedUsers = 1_000;

/** At most 1 000, those who used it last first. */
export function listAppUsers(db: Database, appId: number): Promise<AppUserRow[]> {
  return db
    .selectFrom('openid_consent as c')
    .innerJoin('user as u', 'u.id', 'c.user_id')
    .select(['u.id as user_id', 'u.username', 'u.first_name', 'u.last_name'])
    .select(['c.scopes', 'c.authorized_at', 'c.last_used_at'])
    .where('c.app_id', '=', appId)
    .orderBy('c.last_used_at', 'desc')
    .orderBy('u.id')
    .limit(maxListedUsers)
    .execute();
}
