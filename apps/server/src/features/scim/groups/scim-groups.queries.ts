// Reads group, group_member and user; their features write them.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { compileFilter, type FilterTable, sortExpression } from '../filter/compile-filter.queries.ts';
import type { ListQuery } from '../protocol/list-query.ts';
import { groupSchema } from '../protocol/schemas.ts';
import { isResourceId } from '../users/user-filter.queries.ts';

/** What SCIM shows of a group, without its members. */
export interface ScimGroupRow {
  readonly id: number;
  readonly scim_id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly created_at: Date;
  readonly modified_at: Date;
  /** Number of members, and a text that differs for other members. */
  readonly members: string;
}

const modifiedAt = sql<Date>`greatest(g.modified_at, s.members_modified_at)`;

const columns = [
  ...(['g.id', 'g.scim_id', 'g.name', 's.external_id', 'g.created_at'] as const),
  modifiedAt.as('modified_at'),
  sql<string>`(select count(*) || ':' || coalesce(sum(hashint8extended(m.user_id, 7)::numeric), 0)
    from group_member m where m.group_id = g.id)`.as('members'),
] as const;

/** Members are accounts whose resources clients have not deleted. */
const isShown = sql<SqlBool>`not exists (select from scim_user d where d.user_id = u.id and d.deleted_at is not null)`;

/** Of group `g` and its row `s` of `scim_group`. */
const groupFilterTable: FilterTable = {
  schema: groupSchema.toLowerCase(),
  attributes: {
    id: {
      type: 'exact',
      expression: sql`g.scim_id::text`,
      equals: (value) => (isResourceId(value) ? sql<SqlBool>`g.scim_id = ${value}::uuid` : sql<SqlBool>`false`),
    },
    externalid: { type: 'exact', expression: sql`s.external_id` },
    displayname: { type: 'text', expression: sql`g.name` },
    'members.value': {
      type: 'exact',
      expression: sql`u.scim_id::text`,
      equals: (value) => (isResourceId(value) ? sql<SqlBool>`u.scim_id = ${value}::uuid` : sql<SqlBool>`false`),
    },
    'members.display': { type: 'text', expression: sql`btrim(u.first_name || ' ' || u.last_name)` },
    'meta.created': { type: 'instant', expression: sql`g.created_at` },
    'meta.lastmodified': { type: 'instant', expression: modifiedAt },
    'meta.resourcetype': { type: 'text', expression: sql`'Group'` },
  },
  items: {
    members: {
      exists: (condition) => sql<SqlBool>`exists (select from group_member m join "user" u on u.id = m.user_id
        where m.group_id = g.id and ${isShown} and ${condition})`,
    },
  },
};

function selectGroups(db: Database | Tx) {
  return db.selectFrom('group as g').leftJoin('scim_group as s', 's.group_id', 'g.id');
}

export function findScimGroup(db: Database | Tx, scimId: string): Promise<ScimGroupRow | undefined> {
  return selectGroups(db).select(columns).where('g.scim_id', '=', scimId).executeTakeFirst();
}

/** The id of the group; undefined if there is none. */
export async function findGroupId(tx: Tx, scimId: string): Promise<number | undefined> {
  return (await tx.selectFrom('group').select('id').where('scim_id', '=', scimId).executeTakeFirst())?.id;
}

/** The page is ordered by id, or by the attribute that the client chose. */
export async function listScimGroups(db: Database, query: ListQuery): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const condition: RawBuilder<SqlBool> = query.filter ? compileFilter(query.filter, groupFilterTable) : sql`true`;
  const { total } = await selectGroups(db)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  if (query.count === 0 || query.startIndex > total) return { rows: [], total };
  const sortedBy = sortExpression(groupFilterTable, query.sortBy);
  const page = selectGroups(db)
    .select(columns)
    .where(condition)
    .limit(query.count)
    .offset(query.startIndex - 1);
  const sorted = sortedBy ? page.orderBy(sortedBy, query.isDescending ? 'desc' : 'asc') : page;
  return { rows: await sorted.orderBy('g.id').execute(), total };
}

/** The members as a JSON array, written by PostgreSQL: core would take longer to parse and write 10 000 of them. */
export async function readMembersJson(db: Database | Tx, groupId: number, usersAddress: string): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('value', u.scim_id, '$ref', ${usersAddress}::text || u.scim_id,
      'display', btrim(u.first_name || ' ' || u.last_name)) order by u.id), '[]')::text as json
    from group_member m join "user" u on u.id = m.user_id where m.group_id = ${groupId} and ${isShown}`.execute(db);
  return rows[0]?.json ?? '[]';
}

/** The accounts of these resources that clients have not deleted. */
export async function listAccountIds(tx: Tx, scimIds: readonly string[]): Promise<{ id: number; scim_id: string }[]> {
  const { rows } = await sql<{ id: number; scim_id: string }>`
    select u.id, u.scim_id from "user" u where u.scim_id = any(${scimIds}::uuid[]) and ${isShown}`.execute(tx);
  return rows;
}

/** What is undefined is unchanged; one of both is defined. */
export async function storeScimGroup(
  tx: Tx,
  groupId: number,
  { externalId, membersModifiedAt }: { externalId?: string | null | undefined; membersModifiedAt?: Date | undefined },
): Promise<void> {
  const changes = {
    ...(externalId !== undefined && { external_id: externalId }),
    ...(membersModifiedAt && { members_modified_at: membersModifiedAt }),
  };
  await tx
    .insertInto('scim_group')
    .values({ group_id: groupId, ...changes })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet(changes))
    .execute();
}

export async function getScimId(tx: Tx, groupId: number): Promise<string> {
  return (await tx.selectFrom('group').select('scim_id').where('id', '=', groupId).executeTakeFirstOrThrow()).scim_id;
}
