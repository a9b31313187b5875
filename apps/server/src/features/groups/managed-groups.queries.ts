// Reads user for names of members; users writes them.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type GroupRow, rethrowNameTaken } from './groups.queries.ts';

/** @throws group_name_taken */
export async function insertManagedGroup(tx: Tx, name: string, managed_by: string): Promise<GroupRow> {
  return tx
    .insertInto('group')
    .values({ name, is_admin: false, managed_by })
    .returning(['id', 'name', 'is_admin'])
    .executeTakeFirstOrThrow()
    .catch(rethrowNameTaken);
}

/** Null: this instance manages the group. */
export async function setGroupManagement(tx: Tx, id: number, managed_by: string | null): Promise<void> {
  await tx.updateTable('group').set({ managed_by }).where('id', '=', id).execute();
}

/** Undefined if it does not exist. No other transaction changes it until this one ends. */
export function lockGroupById(tx: Tx, id: number): Promise<GroupRow | undefined> {
  return tx.selectFrom('group').select(['id', 'name', 'is_admin']).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The existing users of the ids, by id. None of them is deleted until the transaction ends. */
export async function lockMemberNames(tx: Tx, ids: readonly number[]): Promise<{ id: number; username: string }[]> {
  return tx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
