// Reads user, group and group_member; users and groups write them.
import type { ExportObject, ExportProblemReason } from '@gatewarden/contract/ldap-export';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export type ObjectKind = ExportObject;

export interface ObjectRef {
  readonly kind: ObjectKind;
  readonly id: number;
}

/** Records that the entries of these users or groups may differ. Repeated changes of one are one row. */
export async function markChanged(tx: Tx, kind: ObjectKind, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into ldap_change (kind, object_id, since)
    select ${kind}, id, ${now} from (select distinct unnest(${ids}::integer[]) as id order by 1) ids
    on conflict (kind, object_id) do update
      set version = ldap_change.version + 1, attempts = 0, retry_at = null`.execute(tx);
}

/** As `markChanged` for the groups of these users. */
export async function markGroupsOf(tx: Tx, userIds: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ group_id: number }>`
    select distinct group_id from group_member where user_id = any(${userIds}::integer[])`.execute(tx);
  await markChanged(
    tx,
    'group',
    rows.map(({ group_id }) => group_id),
    now,
  );
}

/** As `markChanged` for the members of this group. */
export async function markMembersOf(tx: Tx, groupId: number, now: Date): Promise<void> {
  const rows = await tx.selectFrom('group_member').select('user_id').where('group_id', '=', groupId).execute();
  const ids = rows.map(({ user_id }) => user_id);
  await markChanged(tx, 'user', ids, now);
}

/** As `markChanged` for groups and users of these names. */
export async function markNamed(
  tx: Tx,
  { groups, users }: { readonly groups: readonly string[]; readonly users: readonly string[] },
  now: Date,
): Promise<void> {
  const found = await sql<{ kind: ObjectKind; id: number }>`
    select 'group' as kind, id from "group" where name = any(${groups}::text[])
    union all select 'user', id from "user" where username = any(${users}::text[])`.execute(tx);
  for (const kind of ['user', 'group'] as const) {
    const ids = found.rows.filter((row) => row.kind === kind).map(({ id }) => id);
    await markChanged(tx, kind, ids, now);
  }
}

/** Records what happened to the password of a user who is marked already. */
export async function setPasswordChange(tx: Tx, userId: number, password: 'set' | 'remove', now: Date): Promise<void> {
  await tx
    .updateTable('ldap_change')
    .set({ password, password_at: now })
    .where('kind', '=', 'user')
    .where('object_id', '=', userId)
    .execute();
}

export interface ClaimedChange extends ObjectRef {
  readonly version: number;
  readonly attempts: number;
  readonly password: 'set' | 'remove' | null;
  readonly error: string | null;
}

/** How long a process may work on one change. After a crash, another one begins again then. */
const claimSeconds = 120;

/**
 * The next change that is due, for this process alone; undefined if there is none. Users come before groups, and changes during
 * which the directory failed come last: one that the directory cannot answer must not prevent others.
 */
export async function claimChange(db: Database, now: Date): Promise<ClaimedChange | undefined> {
  const { rows } = await sql<ClaimedChange>`
    update ldap_change c set claimed_until = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
    from (
      select kind, object_id from ldap_change
      where (claimed_until is null or claimed_until <= ${now}) and (retry_at is null or retry_at <= ${now})
      order by failed_at nulls first, kind desc, since limit 1 for update skip locked
    ) due
    where c.kind = due.kind and c.object_id = due.object_id
    returning c.kind, c.object_id as id, c.version, c.attempts, c.password, c.error`.execute(db);
  return rows[0];
}

export async function hasDueChange(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from ldap_change
    where (claimed_until is null or claimed_until <= ${now}) and (retry_at is null or retry_at <= ${now}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Removes a change that was written. One that occurred meanwhile remains. Returns whether none did. */
export async function finishChange(tx: Tx, { kind, id, version }: ClaimedChange): Promise<boolean> {
  const finished = await tx
    .deleteFrom('ldap_change')
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (finished.numDeletedRows > 0n) return true;
  await setChange(tx, { kind, id }, { claimed_until: null, error: null });
  return false;
}

/** Leaves a change for later. One that occurred meanwhile is due now. */
export async function postponeChange(
  tx: Tx,
  { kind, id, version, attempts }: ClaimedChange,
  { error, retryAt }: { readonly error: ExportProblemReason; readonly retryAt: Date },
): Promise<void> {
  await sql`
    update ldap_change set claimed_until = null, error = ${error},
      attempts = case when version = ${version} then ${attempts + 1} else attempts end,
      retry_at = case when version = ${version} then ${retryAt}::timestamptz else retry_at end
    where kind = ${kind} and object_id = ${id}`.execute(tx);
}

/** The password was written, and the rest of the change was not. Returns whether no other one was set meanwhile. */
export async function finishPassword(tx: Tx, { kind, id, version }: ClaimedChange): Promise<boolean> {
  const finished = await tx
    .updateTable('ldap_change')
    .set({ password: null, password_at: null })
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return finished.numUpdatedRows > 0n;
}

/** The directory could not be used. Another process may work on the change, after others. */
export function releaseChange(db: Database, change: ObjectRef, failedAt: Date): Promise<void> {
  return setChange(db, change, { claimed_until: null, failed_at: failedAt });
}

async function setChange(
  db: Database | Tx,
  { kind, id }: ObjectRef,
  values: { readonly claimed_until: null; readonly error?: null; readonly failed_at?: Date },
): Promise<void> {
  await db.updateTable('ldap_change').set(values).where('kind', '=', kind).where('object_id', '=', id).execute();
}

/** All changes are due now. */
export async function retryAll(tx: Tx): Promise<void> {
  await tx.updateTable('ldap_change').set({ retry_at: null }).where('retry_at', 'is not', null).execute();
}

/** Deletes all changes and the passwords that wait. Returns the ids of users whose password was changed or removed. */
export async function deleteChanges(tx: Tx): Promise<number[]> {
  const rows = await tx.deleteFrom('ldap_change').returning(['object_id', 'password']).execute();
  await tx.deleteFrom('secret').where('kind', '=', 'ldap-password').execute();
  return rows.flatMap(({ object_id, password }) => (password === null ? [] : [object_id]));
}

/** Ids of users whose password has waited since then or longer; from now on it does not. */
export async function expirePasswords(tx: Tx, before: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('ldap_change')
    .set({ password: null, password_at: null })
    .where('password', '=', 'set')
    .where('password_at', '<=', before)
    .returning('object_id')
    .execute();
  return rows.map(({ object_id }) => object_id);
}

export interface WaitingRow {
  readonly waiting: number;
  /** Of them, those that the directory refused and that are not tried again yet. */
  readonly refused: number;
  /** When the oldest refused change was recorded. */
  readonly refused_since: Date | null;
  readonly oldest: Date | null;
  readonly users: number;
  readonly groups: number;
}

/** How many changes wait, and how many entries are linked. */
export async function countWaiting(db: Database): Promise<WaitingRow> {
  const { rows } = await sql<WaitingRow>`
    select c.waiting, c.oldest, c.refused, c.refused_since, e.users, e.groups
    from (select count(*) as waiting, min(since) as oldest,
        count(*) filter (where error is not null and retry_at is not null) as refused,
        min(since) filter (where error is not null and retry_at is not null) as refused_since
      from ldap_change) c,
      (select count(*) filter (where kind = 'user') as users, count(*) filter (where kind = 'group') as groups
        from ldap_entry where external_id is not null) e`.execute(db);
  return rows[0] ?? { waiting: 0, refused: 0, oldest: null, refused_since: null, users: 0, groups: 0 };
}

export interface ProblemRow {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly error: ExportProblemReason;
  readonly since: Date;
}

/**
 * Changes that the directory refused, the oldest first; with `of` only that of this object. The name of an object that was
 * deleted is that of its entry.
 */
export async function listProblems(db: Database | Tx, limit: number, of?: ObjectRef): Promise<ProblemRow[]> {
  const isWanted = of ? sql`c.kind = ${of.kind} and c.object_id = ${of.id}` : sql`true`;
  const { rows } = await sql<ProblemRow>`
    select c.kind, coalesce(u.username, g.name, e.dn, '') as name, c.error, c.since
    from ldap_change c
    left join "user" u on c.kind = 'user' and u.id = c.object_id
    left join "group" g on c.kind = 'group' and g.id = c.object_id
    left join ldap_entry e on e.kind = c.kind and e.object_id = c.object_id
    where c.error is not null and ${isWanted} order by c.since, c.kind, c.object_id limit ${limit}`.execute(db);
  return rows;
}
