import type { ManagedField } from '@gatewarden/contract/users';
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orTaken } from './user-changes.queries.ts';

/** What another system knows of an account. */
export interface ManagedUserFields {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
}

/** The system that manages an account, and the fields that only it changes. */
export interface Management {
  readonly managedBy: string;
  readonly fields: readonly ManagedField[];
}

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
