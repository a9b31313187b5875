// Reads and locks session, because a restoration must not outlive the session that deleted the group; auth writes it.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type GroupRow, rethrowNameTaken } from './groups.queries.ts';

/**
 * Stores a group that is about to be deleted, with its members. Stores nothing if another system manages it or the
 * session ended meanwhile. The caller has locked the group and its members.
 */
export async function storeRemovedGroup(
  tx: Tx,
  { id, sessionId, at }: { id: number; sessionId: number; at: Date },
): Promise<void> {
  await sql`
    insert into removed_group (id, session_id, removed_at, name, is_admin)
    select g.id, s.id, ${at}, g.name, g.is_admin from "group" g cross join session s
    where g.id = ${id} and g.managed_by is null and s.id = ${sessionId}
    for key share of s`.execute(tx);
  await sql`
    insert into removed_group_member (group_id, user_id)
    select m.group_id, m.user_id from group_member m join removed_group r on r.id = m.group_id
    where m.group_id = ${id}`.execute(tx);
}

/** Locks the group of the name that the session deleted last since the instant. Returns its id. */
export async function lockRemovedGroup(
  tx: Tx,
  { name, sessionId, since }: { name: string; sessionId: number; since: Date },
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('removed_group')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('name', '=', name)
    .where('removed_at', '>', since)
    .orderBy('removed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return found?.id;
}

/**
 * Inserts the stored group with its former id, and those members that still exist. Returns their ids with the group;
 * their rows are locked, as `lockMembers` does.
 * @throws group_name_taken
 */
export async function insertRemovedGroup(
  tx: Tx,
  id: number,
): Promise<{ group: GroupRow; members: { id: number; username: string }[] }> {
  const { rows } = await sql<GroupRow>`
    insert into "group" (id, name, is_admin) overriding system value
    select id, name, is_admin from removed_group where id = ${id}
    returning id, name, is_admin`
    .execute(tx)
    .catch(rethrowNameTaken);
  const [group] = rows;
  if (!group) throw new Error('the group is not stored');
  const members = await tx
    .selectFrom('removed_group_member as m')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.username'])
    .where('m.group_id', '=', id)
    .orderBy('u.id')
    .forNoKeyUpdate('u')
    .execute();
  return { group, members };
}

export async function deleteRemovedGroup(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('removed_group').where('id', '=', id).execute();
}

export async function deleteRemovedGroupsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('removed_group').where('removed_at', '<=', before).execute();
}
