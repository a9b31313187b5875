// Reads user for names, and locks users; users writes them.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface Member {
  readonly id: number;
  readonly username: string;
}

/** One of these users whose groups another system manages; undefined if there is none. */
export function findUserWithManagedGroups(
  tx: Tx,
  userIds: readonly number[],
): Promise<{ username: string; managed_by: string | null } | undefined> {
  return tx
    .selectFrom('user')
    .select(['username', 'managed_by'])
    .where('id', '=', sql<number>`any(${userIds})`)
    .where('managed_by', 'is not', null)
    .where((eb) => eb.or([eb('managed_fields', 'is', null), eb(sql`'groups'`, '=', sql`any(managed_fields)`)]))
    .orderBy('username')
    .limit(1)
    .executeTakeFirst();
}

/** By name. */
export function listMembers(tx: Tx, groupId: number): Promise<Member[]> {
  return tx
    .selectFrom('group_member as m')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.username'])
    .where('m.group_id', '=', groupId)
    .orderBy('u.username')
    .execute();
}

/** Ids, lowest first. No other transaction changes what the members may reach until this one ends. */
export async function lockMembers(tx: Tx, groupId: number): Promise<number[]> {
  const members = await tx
    .selectFrom('group_member as m')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.group_id', '=', groupId)
    .orderBy('u.id')
    .forNoKeyUpdate('u')
    .execute();
  return members.map(({ id }) => id);
}

/** The existing users of these names, by name. None of them is deleted until the transaction ends. */
export function lockUsersByNameShared(tx: Tx, usernames: readonly string[]): Promise<Member[]> {
  return tx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('username', '=', sql<string>`any(${usernames})`)
    .orderBy('username')
    .forKeyShare()
    .execute();
}

/** The existing users of these ids, by name. None of them is deleted until the transaction ends. */
export function lockUsersByIdsShared(tx: Tx, ids: readonly number[]): Promise<Member[]> {
  return tx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('username')
    .forKeyShare()
    .execute();
}

/** Ids of the groups that the user is in. */
export async function listGroupIdsOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.selectFrom('group_member').select('group_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.group_id);
}

/** Ignores existing memberships. Returns the new ones. */
export function insertMembers(
  tx: Tx,
  groupIds: readonly number[],
  userIds: readonly number[],
): Promise<{ group_id: number; user_id: number }[]> {
  return tx
    .insertInto('group_member')
    .columns(['group_id', 'user_id'])
    .expression((from) =>
      from
        .selectFrom([
          sql<{ group_id: number }>`unnest(${groupIds}::int[])`.as<'g'>(sql`g(group_id)`),
          sql<{ user_id: number }>`unnest(${userIds}::int[])`.as<'u'>(sql`u(user_id)`),
        ])
        .select(['g.group_id', 'u.user_id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['group_id', 'user_id'])
    .execute();
}

/** Ignores existing memberships. */
export async function insertMemberPairs(
  tx: Tx,
  members: readonly { readonly groupId: number; readonly userId: number }[],
): Promise<void> {
  const groupIds = members.map(({ groupId }) => groupId);
  const userIds = members.map(({ userId }) => userId);
  await sql`insert into group_member (group_id, user_id) select * from unnest(${groupIds}::int[], ${userIds}::int[])
    on conflict do nothing`.execute(tx);
}

/** Ids of those who are no longer members: those of `removed` or, with `kept`, all others. */
export async function deleteMembersExcept(
  tx: Tx,
  groupId: number,
  { removed, kept }: { readonly removed: readonly number[]; readonly kept: readonly number[] | undefined },
): Promise<number[]> {
  // as a join: PostgreSQL 14 compares each member with each element of an array
  const isKept = sql<boolean>`exists (select from unnest(${kept ?? removed}::int[]) k(id) where k.id = m.user_id)`;
  const { rows } = await sql<{ user_id: number }>`
    delete from group_member m where m.group_id = ${groupId} and ${kept ? sql`not ${isKept}` : isKept}
    returning m.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Returns how many were members. */
export async function deleteMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
