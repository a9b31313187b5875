// Reads openid_app and user for their ids.
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

export interface Artifact {
  readonly kind: string;
  readonly idHash: Buffer;
  readonly clientId: string | undefined;
  /** Of the application when the request read it; undefined: every version is accepted. */
  readonly appVersion: string | undefined;
  readonly grantId: string | undefined;
  readonly payload: string;
  readonly userCodeHash: Buffer | undefined;
  readonly expiresAt: Date;
}

/**
 * Replaces the stored one. False if its application is disabled, no longer exists or has another version. A change of the
 * application waits for this statement, or this one for it.
 */
export async function setArtifact(db: Database, artifact: Artifact): Promise<boolean> {
  const { kind, idHash, clientId, appVersion, grantId, payload, userCodeHash, expiresAt } = artifact;
  const { numAffectedRows } = await sql`
    with app as (
      select id from openid_app where client_id = ${clientId ?? null} and is_enabled
        and (${appVersion ?? null}::text is null or xmin::text = ${appVersion ?? null}) for key share)
    insert into openid_artifact (kind, id_hash, app_id, grant_id, payload, user_code_hash, expires_at)
    select ${kind}, ${idHash}, app.id, ${grantId ?? null}::text, ${payload}, ${userCodeHash ?? null}::bytea,
      ${expiresAt}::timestamptz
    from (select 1) one left join app on true
    where ${clientId ?? null}::text is null or app.id is not null
    on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at,
      grant_id = coalesce(excluded.grant_id, openid_artifact.grant_id)`.execute(db);
  return numAffectedRows === 1n;
}

export interface ArtifactRow {
  readonly payload: string;
  readonly consumed_at: Date | null;
}

/** Stores what must be used once. False if it exists: of concurrent calls, one returns true. */
export async function addOnce(db: Database, { kind, idHash, payload, expiresAt }: Artifact): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('openid_artifact')
    .values({ kind, id_hash: idHash, payload, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Undefined if there is none. Also finds expired ones. */
export async function findArtifact(db: Database, kind: string, idHash: Buffer): Promise<ArtifactRow | undefined> {
  return db
    .selectFrom('openid_artifact')
    .select(['payload', 'consumed_at'])
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
}

/** Undefined if there is none. */
export async function findByUserCode(
  db: Database,
  userCodeHash: Buffer,
): Promise<(ArtifactRow & { readonly id_hash: Buffer }) | undefined> {
  return db
    .selectFrom('openid_artifact')
    .select(['id_hash', 'payload', 'consumed_at'])
    .where('user_code_hash', '=', userCodeHash)
    .executeTakeFirst();
}

/** False if it was used before or does not exist: of concurrent calls, one returns true. */
export async function consumeArtifact(db: Database, kind: string, idHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('openid_artifact')
    .set({ consumed_at: now })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The id of the grant that the artifact belongs to; null if it belongs to none. */
export async function findGrantOf(db: Database, kind: string, idHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('openid_artifact')
    .select('grant_id')
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row?.grant_id ?? null;
}

export async function deleteArtifact(db: Database, kind: string, idHash: Buffer): Promise<void> {
  await db.deleteFrom('openid_artifact').where('kind', '=', kind).where('id_hash', '=', idHash).execute();
}

interface StoredGrant {
  readonly id: string;
  readonly clientId: string;
  readonly subject: string;
  /** In which the user signs in to the application. */
  readonly sessionId: number;
  readonly payload: string;
  readonly expiresAt: Date | undefined;
  readonly now: Date;
}

/**
 * Replaces the stored one. False if the application, the session or the consent has ended, or the grant itself. What ends
 * them waits for this statement, or this one for it: no grant outlasts the right from which it follows.
 */
export async function setGrant(db: Database, grant: StoredGrant): Promise<boolean> {
  const { id, clientId, subject, sessionId, payload, expiresAt, now } = grant;
  const { numAffectedRows } = await sql`
    with right_now as (
      select a.id as app_id, u.id as user_id
      from openid_app a, "user" u
      join session s on s.user_id = u.id
      join openid_consent c on c.user_id = u.id
      where a.client_id = ${clientId} and a.is_enabled and u.subject = ${subject} and u.is_active
        and s.id = ${sessionId} and s.state = 'complete' and s.expires_at > ${now} and c.app_id = a.id
      for share of a for key share of s, c)
    insert into openid_grant as g (id, app_id, user_id, session_id, payload, expires_at)
    select ${id}, app_id, user_id, ${sessionId}::int, ${payload}::jsonb, ${expiresAt ?? null}::timestamptz from right_now
    on conflict (id) do update set payload = excluded.payload, expires_at = excluded.expires_at
    where g.expires_at is null or g.expires_at > ${now}`.execute(db);
  return numAffectedRows === 1n;
}

/** Undefined if there is none or it has ended. */
export async function findGrant(db: Database, id: string, now: Date): Promise<unknown> {
  const row = await db
    .selectFrom('openid_grant')
    .select('payload')
    .where('id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();
  return row?.payload;
}

/**
 * Ends a grant with its tokens. The row remains until it is purged: a request that is issuing a token for it at the same
 * time must not fail, and its token is refused.
 */
export async function endGrant(db: Database, id: string, now: Date): Promise<void> {
  await sql`
    with ended as (update openid_grant set expires_at = ${now} where id = ${id} returning id)
    delete from openid_artifact where grant_id in (select id from ended) and kind <> 'AuthorizationCode'
      and kind <> 'RefreshToken'`.execute(db);
}

/** Stored per session. Applications that signed in at the same time are both retained. */
export async function setOpenidSession(db: Database, sessionId: number, payload: string): Promise<void> {
  await sql`
    insert into openid_session as s (session_id, payload)
    select id, ${payload}::jsonb from session where id = ${sessionId}
    on conflict (session_id) do update set payload = excluded.payload || jsonb_build_object('authorizations',
      coalesce(s.payload -> 'authorizations', '{}') || coalesce(excluded.payload -> 'authorizations', '{}'))`.execute(
    db,
  );
}

/** Undefined if the session has ended or is signed in to no application. */
export async function findOpenidSession(db: Database, sessionId: number, now: Date): Promise<unknown> {
  const row = await db
    .selectFrom('openid_session as o')
    .innerJoin('session as s', 's.id', 'o.session_id')
    .select('o.payload')
    .where('o.session_id', '=', sessionId)
    .where('s.state', '=', 'complete')
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
  return row?.payload;
}

/** A used code or refresh token is retained for an hour after its end, so that a second use is still detected. */
export async function deleteExpiredArtifacts(db: Database | Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 3_600_000);
  await sql`delete from openid_artifact where expires_at < ${now}
    and (kind not in ('AuthorizationCode', 'RefreshToken') or expires_at < ${before})`.execute(db);
  await db.deleteFrom('openid_grant').where('expires_at', '<', before).execute();
}
