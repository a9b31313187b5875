// Reads user and directory_link; users and directory-sync write them.
import type { Database } from '../../platform/database/database.ts';

/** The entry of an account that the source manages and that has no password here; undefined for all others. */
export async function findEntryWithPassword(db: Database, source: string, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('directory_link as l')
    .innerJoin('user as u', 'u.id', 'l.user_id')
    .select('l.external_id')
    .where('l.source', '=', source)
    .where('u.id', '=', userId)
    .where('u.managed_by', '=', source)
    .where('u.password_hash', 'is', null)
    .executeTakeFirst();
  return row?.external_id;
}
