import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Records the kind of browser in which the user signed in. True if it is new; false for the very first one of an
 * account. Of two concurrent sign-ins, one gets true.
 */
export async function recordKnownBrowser(tx: Tx, userId: number, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with added as (
      insert into known_browser (user_id, name) values (${userId}, ${name}) on conflict do nothing returning name)
    select exists (select from added) and exists (select from known_browser where user_id = ${userId}) as is_new`.execute(
    tx,
  );
  return rows[0]?.is_new ?? false;
}
