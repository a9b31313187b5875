import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ManagedUserFields, Management } from './managed-users.ts';
import { orTaken } from './user-changes.queries.ts';

/**
 * Adds accounts without passwords. Returns ids by user name.
 * @throws username_taken, email_taken
 */
export async function insertManagedUsers(
  tx: Tx,
  users: readonly ManagedUserFields[],
  { managedBy, fields }: Management,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; username: string }>`
    insert into "user" (username, first_name, last_name, email, phone, managed_by, managed_fields)
    select username, first_name, last_name, email, phone, ${managedBy}, ${fields}::text[]
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
      as n(username text, first_name text, last_name text, email text, phone text)
    returning id, username`
    .execute(tx)
    .catch(orTaken);
  return new Map(rows.map(({ id, username }) => [username, id]));
}

/** Null: this instance manages the accounts. */
export async function setManagement(tx: Tx, ids: readonly number[], management: Management | null): Promise<void> {
  await tx
    .updateTable('user')
    .set({ managed_by: management?.managedBy ?? null, managed_fields: management && [...management.fields] })
    .where('id', '=', anyOf(ids))
    .execute();
}
