// Reads user, group and group_member; their features write them.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { compileFilter, sortExpression } from '../filter/compile-filter.queries.ts';
import type { ListQuery } from '../protocol/list-query.ts';
import { userFilterTable } from './user-filter.queries.ts';

/** What SCIM shows of an account. */
export interface ScimUserRow {
  readonly id: number;
  readonly scim_id: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_active: boolean;
  readonly created_at: Date;
  readonly modified_at: Date;
  /** Null: SCIM has never managed the account. */
  readonly user_name: string | null;
  readonly display_name: string | null;
  readonly external_id: string | null;
  readonly phone_type: string | null;
  /** By name. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

const columns = [
  ...(['u.id', 'u.scim_id', 'u.username', 'u.first_name', 'u.last_name', 'u.email', 'u.phone', 'u.is_active'] as const),
  ...(['u.created_at', 'u.modified_at'] as const),
  ...(['s.user_name', 's.display_name', 's.external_id', 's.phone_type'] as const),
  sql<
    ScimUserRow['groups']
  >`coalesce((select json_agg(json_build_object('id', g.scim_id, 'name', g.name) order by g.name)
    from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id), '[]')`.as('groups'),
] as const;

/** Accounts that clients have not deleted. */
function selectUsers(db: Database | Tx) {
  return db.selectFrom('user as u').leftJoin('scim_user as s', 's.user_id', 'u.id').where('s.deleted_at', 'is', null);
}

export function findScimUser(db: Database | Tx, scimId: string): Promise<ScimUserRow | undefined> {
  return selectUsers(db).select(columns).where('u.scim_id', '=', scimId).executeTakeFirst();
}

/** As `findScimUser`, by the id of the account. */
export function findScimUserOf(db: Database | Tx, id: number): Promise<ScimUserRow | undefined> {
  return selectUsers(db).select(columns).where('u.id', '=', id).executeTakeFirst();
}

interface Page {
  readonly rows: ScimUserRow[];
  readonly total: number;
}

/** The page is ordered by id, or by the attribute that the client chose. */
export async function listScimUsers(db: Database, query: ListQuery): Promise<Page> {
  const condition: RawBuilder<SqlBool> = query.filter ? compileFilter(query.filter, userFilterTable) : sql`true`;
  const { total } = await selectUsers(db)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(condition)
    .executeTakeFirstOrThrow();
  if (query.count === 0 || query.startIndex > total) return { rows: [], total };
  const sortedBy = sortExpression(userFilterTable, query.sortBy);
  const page = selectUsers(db)
    .select(columns)
    .where(condition)
    .limit(query.count)
    .offset(query.startIndex - 1);
  const sorted = sortedBy ? page.orderBy(sortedBy, query.isDescending ? 'desc' : 'asc') : page;
  return { rows: await sorted.orderBy('u.id').execute(), total };
}

/** The account of a resource that a client deleted and that remained. */
export async function findDeletedUser(tx: Tx, userName: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('scim_user')
    .select('user_id')
    .where(sql<SqlBool>`lower(user_name collate "C") = lower(${userName}::text collate "C")`)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.user_id;
}

/** Whether another account that clients have not deleted has the userName. */
export async function isUserNameTaken(tx: Tx, userName: string, exceptId: number | undefined): Promise<boolean> {
  const found = await tx
    .selectFrom('scim_user')
    .select('user_id')
    .where(sql<SqlBool>`lower(user_name collate "C") = lower(${userName}::text collate "C")`)
    .where('deleted_at', 'is', null)
    .where('user_id', '<>', exceptId ?? 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface StoredScimUser {
  readonly user_name: string;
  readonly display_name: string | null;
  readonly external_id: string | null;
  readonly phone_type: string | null;
}

/** Also makes a deleted resource exist again. */
export async function storeScimUser(tx: Tx, userId: number, stored: StoredScimUser): Promise<void> {
  const row = { ...stored, deleted_at: null };
  await tx
    .insertInto('scim_user')
    .values({ ...row, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Whether SCIM disabled the account; undefined: SCIM has never managed it. */
export async function findDisabledByScim(tx: Tx, userId: number): Promise<boolean | undefined> {
  const found = await tx
    .selectFrom('scim_user')
    .select('disabled_by_scim')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.disabled_by_scim;
}

export async function setDisabledByScim(tx: Tx, userId: number, disabledByScim: boolean): Promise<void> {
  await tx
    .updateTable('scim_user')
    .set({ disabled_by_scim: disabledByScim })
    .where('user_id', '=', userId)
    .where('disabled_by_scim', '<>', disabledByScim)
    .execute();
}

export async function markScimUserDeleted(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.updateTable('scim_user').set({ deleted_at: at }).where('user_id', '=', userId).execute();
}
