// Reads user, group, group_member, mfa, security_key, external_identity and settings: a session has the current rights of its user, not
// those at sign-in.
import { sql } from 'kysely';
import { type CallerLockMode, lockClauses } from '../../platform/database/caller-check.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type CallerRow, selectCaller, selectCallerWithUser, type UserRow } from '../users/index.ts';

export interface SessionRow {
  readonly session_id: number;
  readonly user_id: number;
  readonly username: string;
  readonly state: string;
  readonly is_admin: boolean;
  /** When the holder last proved to be the user. */
  readonly proved_at: Date;
}

interface SignedInSession extends SessionRow {
  readonly last_used_at: Date;
  /** As stored in the settings; null if not set. */
  readonly reauthentication_minutes: number | null;
}

/** A session with the rights of its user. */
export interface SignedInRow extends SignedInSession, CallerRow {}

/**
 * The session with this token; undefined if it has expired or its user is disabled. Nearly every request runs it: with one token, PostgreSQL plans it once per connection, which
 * takes a fifth of the time; for `any` of several it would plan each time.
 */
export async function findSignedIn(db: Database, tokenHash: Buffer, now: Date): Promise<SignedInRow | undefined> {
  return (await selectSignedIn(db, tokenHash, now))[0];
}

/** As `findSignedIn`, with the full row of the user. */
export async function findSignedInWithUser(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<(SignedInRow & UserRow) | undefined> {
  return (await selectSignedInWithUser(db, tokenHash, now))[0];
}

const selectSignedIn = compileOnce((db, tokenHash: Buffer, now: Date) =>
  selectCaller<SignedInSession>(sessionQuery(tokenHash, now)).compile(db),
);
const selectSignedInWithUser = compileOnce((db, tokenHash: Buffer, now: Date) =>
  selectCallerWithUser<SignedInSession>(sessionQuery(tokenHash, now)).compile(db),
);

function sessionQuery(tokenHash: Buffer, now: Date) {
  return {
    table: 'session',
    columns: sql`c.id as session_id, c.state, c.proved_at, c.last_used_at, c.user_id,
      (select (changed->>'reauthentication_minutes')::int from settings) as reauthentication_minutes`,
    where: sql`c.token_hash = ${tokenHash} and c.expires_at > ${now}`,
  } as const;
}

/** Those of the sessions that are still valid, in no order. */
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
      's.proved_at',
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
  readonly proved_at: Date;
  readonly last_used_at: Date;
  /** The account at another identity provider with which it begins. */
  readonly external_identity_id: number | null;
}

/** Returns its id. */
export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { id } = await tx.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The caller has locked the user. */
export async function setLastSignIn(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.updateTable('user').set({ last_sign_in_at: at }).where('id', '=', userId).execute();
}

/** No user has this many browsers, but scripts that sign in repeatedly reach it. */
const maxPerUser = 100;

/**
 * Ends the user's oldest complete sessions, or oldest half-complete sign-ins, beyond the 100 newest; `newest` is the
 * one that just began. The caller has locked the user; otherwise two sessions that begin at the same time would not see
 * each other.
 */
export async function endOldestSessions(
  tx: Tx,
  { userId, state, newest }: { readonly userId: number; readonly state: NewSession['state']; readonly newest: number },
): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session where user_id = ${userId} and state = ${state}
      order by id = ${newest} desc, id desc offset ${maxPerUser})`.execute(tx);
}

export interface Completion {
  readonly token_hash: Buffer;
  readonly expires_at: Date;
  readonly proved_at: Date;
}

/** Completes a half-complete sign-in. */
export async function completeSession(tx: Tx, id: number, completion: Completion): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ...completion, state: 'complete' })
    .where('id', '=', id)
    .execute();
}

/** For the check of the caller at commit. */
export async function sessionExists(db: Database, id: number, look: CallerLockMode): Promise<boolean> {
  const { rows } = await sql`select from session where id = ${id} ${sql.raw(lockClauses[look])}`.execute(db);
  return rows.length > 0;
}

export type StoredState = NewSession['state'];

/** Undefined if there is no such session. */
export async function findSessionState(db: Database, id: number): Promise<StoredState | undefined> {
  return toState(await db.selectFrom('session').select('state').where('id', '=', id).executeTakeFirst());
}

/** Like `findSessionState`; no other transaction changes or deletes the session until this one ends. */
export async function lockSessionState(tx: Tx, id: number): Promise<StoredState | undefined> {
  return toState(await tx.selectFrom('session').select('state').where('id', '=', id).forUpdate().executeTakeFirst());
}

function toState(session: { readonly state: string } | undefined): StoredState | undefined {
  return session && (session.state === 'complete' ? 'complete' : 'password');
}

export async function setSessionProvedAt(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('session').set({ proved_at: at }).where('id', '=', id).execute();
}

export interface OwnSessionRow {
  readonly id: number;
  readonly device: string;
  readonly ip: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** Valid and complete sessions, most recently used first. */
export function listSessionsOf(db: Database, userId: number, now: Date): Promise<OwnSessionRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'device', sql<string | null>`host(ip)`.as('ip'), 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('state', '=', 'complete')
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPerUser)
    .execute();
}

export async function setSessionUsedAt(db: Database, id: number, at: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** False if the user has no such session. */
export async function deleteSessionOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns how many ended. */
export async function deleteSessionsExcept(tx: Tx, userId: number, exceptId: number | undefined): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', 'is distinct from', exceptId ?? null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', userId).execute();
}

/** Ends the sessions of all users, including half-complete sign-ins. */
export async function deleteAllSessions(tx: Tx): Promise<void> {
  await tx.deleteFrom('session').execute();
}

/** No effect if the session does not exist. */
export async function deleteSession(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', id).execute();
}

/** Returns the id of its user; undefined if there was no such session. */
export async function deleteSessionByToken(tx: Tx, tokenHash: Buffer): Promise<number | undefined> {
  const ended = await tx
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id;
}

/** Ends the sessions of those users who are disabled. Returns the ids of users who had any. */
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

/** Ends the sessions that began with these accounts at other identity providers. Returns them. */
export function deleteExternalSessions(
  tx: Tx,
  identityIds: readonly number[],
): Promise<{ id: number; user_id: number }[]> {
  return tx
    .deleteFrom('session')
    .where('external_identity_id', '=', sql<number>`any(${identityIds})`)
    .returning(['id', 'user_id'])
    .execute();
}

/** Returns how many had expired. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').where('expires_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
