// Reads session, user and mfa.
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export interface SessionFactsRow {
  readonly subject: string;
  readonly authenticated_at: Date;
  readonly has_second_factor: boolean;
}

/** What applications learn about a sign-in; undefined if the session has ended. */
export async function findSessionFacts(db: Database, sessionId: number): Promise<SessionFactsRow | undefined> {
  const { rows } = await sql<SessionFactsRow>`
    select u.subject, greatest(s.created_at, s.proved_at) as authenticated_at,
      coalesce(f.is_enabled, false) as has_second_factor
    from session s join "user" u on u.id = s.user_id left join mfa f on f.user_id = u.id
    where s.id = ${sessionId} and s.state = 'complete' and u.is_active`.execute(db);
  return rows[0];
}
