import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Fails while the database does not answer. */
export async function requireDatabaseResponse(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
