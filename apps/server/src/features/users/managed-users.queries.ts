import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import { rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import type { NewUserRow } from './user-changes.queries.ts';

export type ManagedUserRow = Omit<NewUserRow, 'password_hash'>;

export interface Management {
  /** As in the column. */
  readonly managed_by: string;
  readonly managed_fields: readonly string[];
}

/**
 * Adds accounts without passwords. Returns ids by user name.
 * @throws username_taken, email_taken
 */
export async function insertManagedUsers(
  tx: Tx,
  users: readonly ManagedUserRow[],
  { managed_by, managed_fields }: Management,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; username: string }>`
    insert into "user" (username, first_name, last_name, email, phone, managed_by, managed_fields)
    select username, first_name, last_name, email, phone, ${managed_by}, ${managed_fields}::text[]
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
      as n(username text, first_name text, last_name text, email text, phone text)
    returning id, username`
    .execute(tx)
    .catch((error: unknown) => {
      try {
        return rethrowUniqueViolationAs('user_username', 'username_taken')(error);
      } catch (other) {
        return rethrowUniqueViolationAs('user_email', 'email_taken')(other);
      }
    });
  return new Map(rows.map(({ id, username }) => [username, id]));
}

export async function setManagement(
  tx: Tx,
  ids: readonly number[],
  { managed_by, managed_fields }: Management,
): Promise<void> {
  await tx
    .updateTable('user')
    .set({ managed_by, managed_fields: [...managed_fields] })
    .where('id', '=', anyOf(ids))
    .execute();
}
