// Reads openid_app and user for what a logout token contains.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface LogoutRow {
  readonly id: number;
  readonly app_id: number;
  readonly client_id: string;
  /** What the application knows as `sub`. */
  readonly account: string;
  readonly sid: string;
}

const maxAttempts = 6;

/**
 * Takes at most 50 logout tokens that are due, so that no other replica sends them in the next minutes; the delay doubles
 * with each attempt. None of these applications: they have not answered yet. Deletes those that failed six times.
 */
export async function claimLogouts(db: Database, now: Date, busyAppIds: readonly number[]): Promise<LogoutRow[]> {
  await db
    .deleteFrom('openid_logout')
    .where('attempts', '>=', maxAttempts)
    .where('next_attempt_at', '<=', now)
    .execute();
  const { rows } = await sql<LogoutRow>`
    update openid_logout l set attempts = l.attempts + 1,
      next_attempt_at = ${now}::timestamptz + interval '1 minute' * (2 ^ l.attempts)
    from openid_app a
    where a.id = l.app_id and l.id in (
      select id from openid_logout where next_attempt_at <= ${now} and app_id <> all(${busyAppIds}::int[])
      order by next_attempt_at, id limit 50 for update skip locked)
    returning l.id, l.app_id, a.client_id, l.sid, coalesce(
      (select u.username from "user" u where u.subject = l.account and a.subject = 'username'), l.account::text) as account`.execute(
    db,
  );
  return rows;
}

export async function deleteLogout(db: Database, id: number): Promise<void> {
  await db.deleteFrom('openid_logout').where('id', '=', id).execute();
}
