import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** More would only be of use to a user who signs in from new places all the time. */
const maxPerUser = 100;

interface Place {
  readonly browser: string;
  readonly network: string;
}

interface Novelty {
  /** Nothing is known about earlier sign-ins of the user. */
  readonly isFirst: boolean;
  readonly isNewBrowser: boolean;
  readonly isNewNetwork: boolean;
}

/** Records from where the user signed in, and returns what is new about it. */
export async function recordSignInOrigin(
  tx: Tx,
  userId: number,
  { browser, network }: Place,
  now: Date,
): Promise<Novelty> {
  // all parts of the statement see the rows before the insert
  const { rows } = await sql<Novelty>`
    with recorded as (
      insert into sign_in_origin (user_id, browser, network, last_at) values (${userId}, ${browser}, ${network}, ${now})
      on conflict (user_id, browser, network) do update set last_at = excluded.last_at
    ), excess as (
      delete from sign_in_origin where (user_id, browser, network) in (
        select user_id, browser, network from sign_in_origin
        where user_id = ${userId} and (browser, network) <> (${browser}, ${network})
        order by last_at desc offset ${maxPerUser - 1})
    )
    select count(*) = 0 as "isFirst", coalesce(not bool_or(browser = ${browser}), true) as "isNewBrowser",
      coalesce(not bool_or(network = ${network}), true) as "isNewNetwork"
    from sign_in_origin where user_id = ${userId}`.execute(tx);
  return rows[0] ?? { isFirst: true, isNewBrowser: true, isNewNetwork: true };
}

/** Keeps the newest of each user: without any, the next sign-in would be the first, which is not announced. */
export async function deleteOriginsBefore(db: Database, instant: Date): Promise<void> {
  await sql`
    delete from sign_in_origin o where o.last_at < ${instant} and exists (
      select from sign_in_origin newer where newer.user_id = o.user_id
        and (newer.last_at, newer.browser, newer.network) > (o.last_at, o.browser, o.network))`.execute(db);
}
