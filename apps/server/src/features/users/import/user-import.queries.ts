import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../../platform/database/database.ts';

/** Those of the user names and email addresses that are taken; given and returned in the form of `loginName`. */
export async function findTaken(
  db: Database | Tx,
  { usernames, emails }: { readonly usernames: readonly string[]; readonly emails: readonly string[] },
): Promise<{ usernames: Set<string>; emails: Set<string> }> {
  const named = await db
    .selectFrom('user')
    .select(sql<string>`lower(username collate "C")`.as('name'))
    .where(sql`lower(username collate "C")`, '=', sql<string>`any(${usernames})`)
    .execute();
  const mailed = await db
    .selectFrom('user')
    .select(sql<string>`lower(email collate "C")`.as('email'))
    .where(sql`lower(email collate "C")`, '=', sql<string>`any(${emails})`)
    .execute();
  return { usernames: new Set(named.map(({ name }) => name)), emails: new Set(mailed.map(({ email }) => email)) };
}

export interface ImportedUser {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_active: boolean;
}

/**
 * Adds all of them, without passwords. Returns ids by user name.
 * @throws import_outdated if another request has taken one of the names or addresses
 */
export async function insertUsers(tx: Tx, users: readonly ImportedUser[]): Promise<Map<string, number>> {
  const orOutdated = (error: unknown) => {
    try {
      return rethrowUniqueViolationAs('user_username', 'import_outdated')(error);
    } catch (other) {
      return rethrowUniqueViolationAs('user_email', 'import_outdated')(other);
    }
  };
  const { rows } = await sql<{ id: number; username: string }>`
    insert into "user" (username, first_name, last_name, email, phone, is_active)
    select username, first_name, last_name, email, phone, is_active from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
      as n(username text, first_name text, last_name text, email text, phone text, is_active boolean)
    returning id, username`
    .execute(tx)
    .catch(orOutdated);
  return new Map(rows.map(({ id, username }) => [username, id]));
}
