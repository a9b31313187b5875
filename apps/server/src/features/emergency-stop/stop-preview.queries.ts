// Reads session, api_token, device, auth_key, security_key, mfa and recovery_code; each is written by its own feature.
import type { StopPreview } from '@gatewarden/contract/emergency-stop';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

interface Options {
  readonly userId: number;
  /** Credentials added since then would be suspended or deleted. */
  readonly since: Date;
  /** The caller's session, which a stop does not end. */
  readonly exceptSessionId: number | undefined;
}

/** What a stop would end. Uses the same conditions as the statements of a stop. */
export async function countStoppable(db: Database, { userId, since, exceptSessionId }: Options): Promise<StopPreview> {
  const recentNetworkDevices = sql`(
    select count(*)::int from device
    where kind = 'network' and public_key is not null and suspended_at is null
      and (key_set_by = ${userId} or key_set_by is null and user_id = ${userId})
      and (created_at >= ${since} or key_changed_at >= ${since}))`;
  const { rows } = await sql<StopPreview>`
    select
      (select count(*)::int from session where user_id = ${userId} and id is distinct from ${exceptSessionId ?? null})
        as sessions,
      (select count(*)::int from api_token where user_id = ${userId}) as tokens,
      (select count(*)::int from device where user_id = ${userId} and kind = 'user' and stopped_at is null)
        + ${recentNetworkDevices} as devices,
      (select count(*)::int from device where user_id = ${userId} and kind = 'user' and suspended_at is null
        and (created_at >= ${since} or key_changed_at >= ${since})) + ${recentNetworkDevices} as recent_devices,
      (select count(*)::int from auth_key where user_id = ${userId} and suspended_at is null and created_at >= ${since})
        + (select count(*)::int from security_key
          where user_id = ${userId} and suspended_at is null and created_at >= ${since}) as keys,
      exists (select from mfa where user_id = ${userId} and has_totp and totp_added_at >= ${since})
        as authenticator,
      (select count(*)::int from recovery_code where user_id = ${userId} and created_at >= ${since}) as recovery_codes
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('expected one row');
  return row;
}
