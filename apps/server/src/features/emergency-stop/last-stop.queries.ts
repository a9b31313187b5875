// Reads user and activity_entry; each is written by its own feature.
import type { LastStop } from '@gatewarden/contract/emergency-stop';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface LastStopRow extends Omit<LastStop, 'at'> {
  readonly at: Date;
}

/**
 * The last stop that disabled the user, from its entry in the activity log; undefined if the account is active or was
 * enabled since. Each subquery uses a different index. Entries of older versions lack the removed factors.
 */
export async function findLastStop(db: Database, userId: number): Promise<LastStopRow | undefined> {
  const { rows } = await sql<LastStopRow>`
    select stop.at, stop.username as by,
      (stop.metadata->'sessions')::int as sessions, (stop.metadata->'tokens')::int as tokens,
      (stop.metadata->'devices')::int as devices, (stop.metadata->'keys')::int as keys,
      coalesce((stop.metadata->'authenticator_removed')::boolean, false) as authenticator_removed,
      coalesce((stop.metadata->'recovery_codes')::int, 0) as recovery_codes
    from (
      select id, at, username, metadata from activity_entry
      where event = 'user_stopped' and metadata->'user'->>'id' = ${userId}::text
        and (metadata->>'disabled')::boolean
      order by id desc limit 1
    ) stop
    where exists (select from "user" where id = ${userId} and not is_active)
      and not exists (
        select from activity_entry enabled
        where enabled.event = 'user_modified' and enabled.metadata->'after'->>'id' = ${userId}::text
          and enabled.id > stop.id and (enabled.metadata->'after'->>'is_active')::boolean)
  `.execute(db);
  return rows[0];
}
