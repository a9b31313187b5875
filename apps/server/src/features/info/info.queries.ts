import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Fails while the database does not answer. */
export async function requireAnswer(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
