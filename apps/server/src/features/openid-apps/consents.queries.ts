// Reads user, group_member and openid_app: an application of certain groups is only for their members.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Whether the user `u` may use the application `a`: active, and in one of its groups if it has any. */
export const mayUse = sql<boolean>`(u.is_active and (
  not a.is_restricted or exists (select from openid_app_group g join group_member m on m.group_id = g.group_id
    where g.app_id = a.id and m.user_id = u.id)))`;

export interface ConsentRow {
  readonly scopes: string[];
}

/** Undefined if the user has never authorized the application. */
export function findConsent(db: Database | Tx, userId: number, appId: number): Promise<ConsentRow | undefined> {
  return db
    .selectFrom('openid_consent')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .executeTakeFirst();
}

interface NewConsent {
  readonly userId: number;
  readonly appId: number;
  readonly scopes: readonly string[];
  readonly now: Date;
}

/** Adds scopes to what the user has agreed to. Returns whether it is the first time. */
export async function addConsent(tx: Tx, { userId, appId, scopes, now }: NewConsent): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into openid_consent (user_id, app_id, scopes, authorized_at, last_used_at)
    values (${userId}, ${appId}, ${scopes}::text[], ${now}, ${now})
    on conflict (user_id, app_id) do update set last_used_at = excluded.last_used_at,
      scopes = array(select distinct unnest(openid_consent.scopes || excluded.scopes) order by 1)
    returning xmax = 0 as is_new`.execute(tx);
  return rows[0]?.is_new ?? false;
}

/** Recorded at most once an hour. */
export async function recordConsentUse(db: Database, userId: number, appId: number, now: Date): Promise<void> {
  await db
    .updateTable('openid_consent')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .where('last_used_at', '<', new Date(now.getTime() - 3_600_000))
    .execute();
}

/**
 * False if the user has not authorized the application. Ends its grants and tokens too, after the consent, which new
 * grants lock.
 */
export async function deleteConsent(tx: Tx, userId: number, appId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('openid_consent')
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  await deleteGrants(tx, { userId, appId });
  return numDeletedRows === 1n;
}

/** What all users have agreed to; they are asked again. */
export async function deleteConsentsOfApp(tx: Tx, appId: number): Promise<void> {
  await tx.deleteFrom('openid_consent').where('app_id', '=', appId).execute();
}

/** Ends the grants of a user, of an application or of both, with their tokens. Returns how many. */
export async function deleteGrants(
  tx: Tx,
  { userId, appId }: { readonly userId?: number; readonly appId?: number },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('openid_grant')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId as number))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the grants of sign-ins in these sessions, or in all other sessions than that one. */
export async function deleteGrantsOfSession(
  tx: Tx,
  userId: number,
  session: { readonly ids: readonly number[] } | { readonly exceptId: number | undefined },
): Promise<void> {
  const condition =
    'ids' in session
      ? sql<boolean>`session_id = any(${session.ids})`
      : sql<boolean>`session_id is distinct from ${session.exceptId ?? null}`;
  await tx.deleteFrom('openid_grant').where('user_id', '=', userId).where(condition).execute();
}

/** Ends what the application holds without a user: tokens of client credentials, unfinished requests. */
export async function deleteArtifactsOfApp(tx: Tx, appId: number): Promise<void> {
  await tx.deleteFrom('openid_artifact').where('app_id', '=', appId).execute();
}

/** Codes may be for an address that is no longer the application's. */
export async function deleteCodesOfApp(tx: Tx, appId: number): Promise<void> {
  await tx.deleteFrom('openid_artifact').where('app_id', '=', appId).where('kind', '=', 'AuthorizationCode').execute();
}

/** Ends tokens of the application itself. */
export async function deleteClientTokens(tx: Tx, appId: number): Promise<void> {
  await tx.deleteFrom('openid_artifact').where('app_id', '=', appId).where('kind', '=', 'ClientCredentials').execute();
}

/** Ends the grants of those users who may no longer use the application of the grant. */
export async function deleteGrantsWithoutAccess(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    delete from openid_grant o using "user" u, openid_app a
    where o.user_id = any(${userIds}) and u.id = o.user_id and a.id = o.app_id and not ${mayUse}`.execute(tx);
}

/** Ends the grants of users who are in none of the groups of the application. */
export async function deleteGrantsOutsideGroups(tx: Tx, appId: number): Promise<void> {
  await sql`
    delete from openid_grant o using "user" u, openid_app a
    where o.app_id = ${appId} and u.id = o.user_id and a.id = o.app_id and not ${mayUse}`.execute(tx);
}

export interface AuthorizedAppRow {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly start_url: string;
  readonly logo_url: string;
  readonly scopes: string[];
  readonly authorized_at: Date;
  readonly last_used_at: Date;
}

/** Ordered by name. */
export function listAuthorizedApps(db: Database, userId: number): Promise<AuthorizedAppRow[]> {
  return db
    .selectFrom('openid_consent as c')
    .innerJoin('openid_app as a', 'a.id', 'c.app_id')
    .select(['a.id', 'a.client_id', 'a.name', 'a.start_url', 'a.logo_url'])
    .select(['c.scopes', 'c.authorized_at', 'c.last_used_at'])
    .where('c.user_id', '=', userId)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();
}

export interface LauncherRow {
  readonly client_id: string;
  readonly name: string;
  readonly description: string;
  readonly logo_url: string;
  readonly start_url: string;
}

/** Enabled applications with a start address that the user may use, ordered by name. */
export function listLauncherApps(db: Database, userId: number): Promise<LauncherRow[]> {
  return db
    .selectFrom('openid_app as a')
    .innerJoin('user as u', (join) => join.on('u.id', '=', userId))
    .select(['a.client_id', 'a.name', 'a.description', 'a.logo_url', 'a.start_url'])
    .where('a.is_enabled', '=', true)
    .where('a.start_url', '<>', '')
    .where(mayUse)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();
}
