// Reads user, directory_link and ldap_entry; users, directory-sync and ldap-export write them.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * The entry of an account without a password here that the source manages, or that was taken over with the password of its
 * entry; undefined for all others.
 */
export async function findEntryWithPassword(db: Database, source: string, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ external_id: string }>`
    select coalesce(e.external_id, l.external_id) as external_id
    from "user" u
    left join directory_link l on l.user_id = u.id and l.source = ${source} and u.managed_by = ${source}
    left join ldap_entry e on e.kind = 'user' and e.object_id = u.id and u.managed_by is null
      and e.has_password and not e.is_created
    where u.id = ${userId} and u.password_hash is null
      and coalesce(e.external_id, l.external_id) is not null`.execute(db);
  return rows[0]?.external_id;
}
