// Reads user for names, and location and location_group for the locations of a group; other features write them.
import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';

export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly is_admin: boolean;
}

export interface GroupDetailsRow extends GroupRow {
  /** The system that manages name and members; null: this instance. */
  readonly managed_by: string | null;
  readonly members: string[];
  readonly vpn_locations: string[];
}

const columns = ['id', 'name', 'is_admin'] as const;

/** By name. */
export async function listGroupNames(db: Database): Promise<string[]> {
  const groups = await db.selectFrom('group').select('name').orderBy('name').execute();
  return groups.map(({ name }) => name);
}

const locationNames = sql<string[]>`coalesce((select json_agg(l.name order by l.name) from location_group x
  join location l on l.id = x.location_id where x.group_id = g.id), '[]')`.as('vpn_locations');

/** By name. Members are aggregated once for all groups: per group, the query would read every user again. */
export function listGroups(db: Database): Promise<GroupDetailsRow[]> {
  const members = sql<{ group_id: number; usernames: string[] }>`(
    select m.group_id, json_agg(u.username order by u.username) as usernames
    from group_member m join "user" u on u.id = m.user_id group by m.group_id)`;
  return db
    .selectFrom('group as g')
    .leftJoin(members.as('m'), 'm.group_id', 'g.id')
    .select([
      'g.id',
      'g.name',
      'g.is_admin',
      'g.managed_by',
      sql<string[]>`coalesce(m.usernames, '[]')`.as('members'),
      locationNames,
    ])
    .orderBy('g.name')
    .execute();
}

export function findGroupDetails(db: Database | Tx, name: string): Promise<GroupDetailsRow | undefined> {
  return db
    .selectFrom('group as g')
    .select([
      'g.id',
      'g.name',
      'g.is_admin',
      'g.managed_by',
      sql<string[]>`coalesce((select json_agg(u.username order by u.username) from group_member m
        join "user" u on u.id = m.user_id where m.group_id = g.id), '[]')`.as('members'),
      locationNames,
    ])
    .where('g.name', '=', name)
    .executeTakeFirst();
}

export function lockGroup(tx: Tx, name: string): Promise<GroupRow | undefined> {
  return tx.selectFrom('group').select(columns).where('name', '=', name).forUpdate().executeTakeFirst();
}

/** The existing groups of these names, by name. None of them is deleted until the transaction ends. */
export function lockGroupsByNameShared(tx: Tx, names: readonly string[]): Promise<GroupRow[]> {
  return tx
    .selectFrom('group')
    .select(columns)
    .where('name', '=', sql<string>`any(${names})`)
    .orderBy('name')
    .forKeyShare()
    .execute();
}

/** The group that the first administrator joins: the one with the lowest id. */
export function findAdminGroup(tx: Tx): Promise<GroupRow | undefined> {
  return tx.selectFrom('group').select(columns).where('is_admin', '=', true).orderBy('id').limit(1).executeTakeFirst();
}

export async function hasAdminGroup(tx: Tx): Promise<boolean> {
  return (await findAdminGroup(tx)) !== undefined;
}

/** One of these groups that another system manages; undefined if there is none. */
export function findManaged(
  tx: Tx,
  groupIds: readonly number[],
): Promise<{ name: string; managed_by: string | null } | undefined> {
  return tx
    .selectFrom('group')
    .select(['name', 'managed_by'])
    .where('id', '=', sql<number>`any(${groupIds})`)
    .where('managed_by', 'is not', null)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst();
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

/** @throws group_name_taken */
export function insertGroup(tx: Tx, group: { name: string; is_admin: boolean }): Promise<GroupRow> {
  return tx
    .insertInto('group')
    .values(group)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(rethrowUniqueViolationAs('group_name', 'group_name_taken', 'name'));
}

/** @throws group_name_taken */
export function setGroup(tx: Tx, id: number, changes: { name: string; is_admin: boolean }): Promise<GroupRow> {
  return tx
    .updateTable('group')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(rethrowUniqueViolationAs('group_name', 'group_name_taken', 'name'));
}

export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('group').where('id', '=', id).execute();
}

export interface Member {
  readonly id: number;
  readonly username: string;
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

/** Returns how many were members. */
export async function deleteMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
