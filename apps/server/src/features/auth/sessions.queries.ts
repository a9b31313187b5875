// Reads user, group and group_member: whoever holds a session is what these say now, not what they said at sign-in.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { UserRow } from '../users/index.ts';

export interface SessionRow {
  readonly session_id: number;
  readonly user_id: number;
  readonly username: string;
  readonly state: string;
  readonly is_admin: boolean;
  readonly expires_at: Date;
}

/** A session with all that its holder may know of themselves. */
export interface SignedInRow extends SessionRow, UserRow {}

/**
 * Undefined when there is none, it has expired, or its user is disabled. One prepared query, since every request asks
 * it; and it brings the whole user, who is what the most frequent call asks for.
 */
export async function findSession(db: Database, tokenHash: Buffer, now: Date): Promise<SignedInRow | undefined> {
  const { rows } = await prepared<SignedInRow>`
    select s.id as session_id, s.state, s.expires_at, u.id as user_id, u.id, u.username, u.first_name, u.last_name,
      u.email, u.phone, u.is_active, u.password_hash is not null as enrolled, m.groups, m.is_admin
    from session s
    join "user" u on u.id = s.user_id
    cross join lateral (
      select coalesce(array_agg(g.name order by g.name), '{}') as groups, coalesce(bool_or(g.is_admin), false) as is_admin
      from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id) m
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and u.is_active`.execute(db);
  return rows[0];
}

/** Those of the sessions that are still good, in no order. */
export function listSessions(db: Database, ids: readonly number[], now: Date): Promise<SessionRow[]> {
  return selectSessions(db, now).where('s.id', '=', sql<number>`any(${ids})`).execute();
}

function selectSessions(db: Database, now: Date) {
  return db
    .selectFrom('session as s')
    .innerJoin('user as u', 'u.id', 's.user_id')
    .select([
      's.id as session_id',
      's.state',
      's.expires_at',
      'u.id as user_id',
      'u.username',
      sql<boolean>`exists (select from group_member m join "group" g on g.id = m.group_id
        where m.user_id = u.id and g.is_admin)`.as('is_admin'),
    ])
    .where('s.expires_at', '>', now)
    .where('u.is_active', '=', true);
}

export interface NewSession {
  readonly token_hash: Buffer;
  readonly user_id: number;
  readonly state: 'password' | 'complete';
  readonly ip: string | null;
  readonly device: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto('session').values(session).execute();
}

/** Harmless when it is gone already. */
export async function deleteSession(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', id).execute();
}

/** Returns whose it was; undefined when there was none. */
export async function deleteSessionByToken(tx: Tx, tokenHash: Buffer): Promise<number | undefined> {
  const ended = await tx
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id;
}

/** Ends the sessions of those of the users who are disabled. Returns who had any. */
export async function deleteSessionsOfDisabled(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const ended = await tx
    .deleteFrom('session as s')
    .using('user as u')
    .whereRef('u.id', '=', 's.user_id')
    .where('u.is_active', '=', false)
    .where('s.user_id', '=', sql<number>`any(${userIds})`)
    .returning('s.user_id')
    .execute();
  return [...new Set(ended.map((session) => session.user_id))];
}

/** Returns how many had expired. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('expires_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
