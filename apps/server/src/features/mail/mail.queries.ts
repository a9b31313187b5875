// Reads the jobs of pg-boss, which expire if no core runs for weeks.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Deletes mails whose job no longer exists. */
export async function deleteMailsWithoutJob(db: Database): Promise<void> {
  await sql`
    delete from secret s where s.kind = 'mail' and not exists (
      select from pgboss.job j where j.name in ('mail.send', 'mail.send.given-up') and j.data ->> 'id' = s.owner)
  `.execute(db);
}
