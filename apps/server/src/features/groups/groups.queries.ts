// Reads user for names, and location and location_group for the locations of a group; other features write them.
import type { GroupInfo } from '@gatewarden/contract/groups';
import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import type { JsonItems } from '../../platform/database/json-items.ts';
import { partition } from '../../platform/database/part-size.ts';
import { readAhead } from '../../platform/database/read-ahead.ts';

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

/** Members of one part of `listGroups`, unless a single group has more. A group without members counts as a few. */
const maxMembers = 10_000;
const membersPerGroup = 10;

/**
 * All groups by name, as `GroupInfo` shows them, in parts; PostgreSQL reads the next part while the previous one is
 * consumed. Needs no transaction: a group that exists all the time is listed exactly once, even if renamed meanwhile.
 */
export function listGroups(db: Database): AsyncGenerator<JsonItems<GroupInfo>, void, void> {
  return readAhead(readParts(db));
}

async function* readParts(db: Database): AsyncGenerator<JsonItems<GroupInfo>, void, void> {
  const groups = await db
    .selectFrom('group as g')
    .select(['g.id', sql<number>`(select count(*)::int from group_member m where m.group_id = g.id)`.as('members')])
    .orderBy('g.name')
    .execute();
  for (const part of partition(groups, ({ members }) => members + membersPerGroup, maxMembers)) {
    yield await readGroups(
      db,
      part.map(({ id }) => id),
    );
  }
}

/** By name. Members are aggregated once for all groups: per group, the query would read every user again. */
async function readGroups(db: Database, ids: readonly number[]): Promise<JsonItems<GroupInfo>> {
  const members = sql<{ group_id: number; usernames: string[] }>`(
    select m.group_id, json_agg(u.username order by u.username) as usernames
    from group_member m join "user" u on u.id = m.user_id where m.group_id = any(${ids}) group by m.group_id)`;
  const groups = db
    .selectFrom('group as g')
    .leftJoin(members.as('m'), 'm.group_id', 'g.id')
    .select([
      'g.id',
      'g.name',
      sql<string[]>`coalesce(m.usernames, '[]')`.as('members'),
      locationNames,
      'g.is_admin',
      'g.managed_by',
    ])
    .where('g.id', '=', sql<number>`any(${ids})`);
  const { rows } = await sql<{ json: string }>`
    select coalesce(string_agg(to_json(item)::text, ',' order by name), '') as json from ${groups} as item`.execute(db);
  return { json: rows[0]?.json ?? '' };
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

/** As `lockGroup`, by id. */
export function lockGroupById(tx: Tx, id: number): Promise<(GroupRow & { managed_by: string | null }) | undefined> {
  return tx
    .selectFrom('group')
    .select([...columns, 'managed_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Null: this instance. */
export async function setGroupManagement(tx: Tx, id: number, managedBy: string | null): Promise<void> {
  await tx.updateTable('group').set({ managed_by: managedBy }).where('id', '=', id).execute();
}

/** The existing groups of these names, by name. None of them is deleted until the transaction ends. */
export function lockGroupsByNameShared(
  tx: Tx,
  names: readonly string[],
): Promise<(GroupRow & { managed_by: string | null })[]> {
  return tx
    .selectFrom('group')
    .select([...columns, 'managed_by'])
    .where('name', '=', sql<string>`any(${names})`)
    .orderBy('name')
    .forKeyShare()
    .execute();
}

/** The group that administrators join: the one with the lowest id, if possible one that no other system manages. */
export function findAdminGroup(tx: Tx): Promise<GroupRow | undefined> {
  return tx
    .selectFrom('group')
    .select(columns)
    .where('is_admin', '=', true)
    .orderBy(sql`managed_by is not null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
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

/** @throws group_name_taken for the error of the unique index */
export const rethrowNameTaken = rethrowUniqueViolationAs('group_name', 'group_name_taken', 'name');

/** @throws group_name_taken */
export function insertGroup(tx: Tx, group: { name: string; is_admin: boolean }): Promise<GroupRow> {
  return tx.insertInto('group').values(group).returning(columns).executeTakeFirstOrThrow().catch(rethrowNameTaken);
}

/** @throws group_name_taken */
export function setGroup(tx: Tx, id: number, changes: { name: string; is_admin: boolean }): Promise<GroupRow> {
  return tx
    .updateTable('group')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(rethrowNameTaken);
}

export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('group').where('id', '=', id).execute();
}
