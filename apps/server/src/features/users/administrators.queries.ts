// Reads group and group_member for who is an administrator; groups writes them.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hasOwnCredential } from './users.queries.ts';

/** Whether the user is a member of a group of administrators. */
export async function isAdministrator(db: Database | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from group_member m join "group" g on g.id = m.group_id
    where m.user_id = ${userId} and g.is_admin limit 1`.execute(db);
  return rows.length > 0;
}

/** Id of an advisory lock that no other lock of the product uses. Released at the end of the transaction. */
const administratorsLock = 7_203_114_502;

/** Only one transaction at a time changes who is an administrator. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx);
}

/** Prefix of the right of a member of a group of administrators, disabled or not. */
export const memberPrefix = 'member ';

export interface AdminRight {
  /** Identifies the right; for comparison only. */
  readonly right: string;
  /** Whether this transaction wrote one of the rows that give it. */
  readonly isWrittenHere: boolean;
}

/** Every group of administrators, every member of one, and which of them are active. */
export async function listAdminRights(tx: Tx): Promise<AdminRight[]> {
  // compares the transaction that wrote a row; changes run without savepoints, which would have other ids
  const isWrittenHere = (row: string) => sql`${sql.ref(`${row}.xmin`)} = pg_current_xact_id()::xid`;
  const { rows } = await sql<AdminRight>`
    select 'group ' || g.id as "right", ${isWrittenHere('g')} as "isWrittenHere" from "group" g where g.is_admin
    union all
    select 'active ' || u.id, ${isWrittenHere('g')} or ${isWrittenHere('m')} or ${isWrittenHere('u')}
    from group_member m join "group" g on g.id = m.group_id join "user" u on u.id = m.user_id
    where g.is_admin and u.is_active
    union all
    select ${memberPrefix}::text || m.user_id, ${isWrittenHere('g')} or ${isWrittenHere('m')}
    from group_member m join "group" g on g.id = m.group_id where g.is_admin`.execute(tx);
  return rows;
}

/** An active administrator who can sign in: an account that has not enrolled could not restore access. */
export async function hasActiveAdministrator(db: Database | Tx): Promise<boolean> {
  const found = await db
    .selectFrom('user as u')
    .innerJoin('group_member as m', 'm.user_id', 'u.id')
    .innerJoin('group as g', 'g.id', 'm.group_id')
    .select('u.id')
    .where('g.is_admin', '=', true)
    .where('u.is_active', '=', true)
    .where(hasOwnCredential)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
