// Reads user, auth_key, security_key, mfa and device; each is written by its own feature.
import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import type { Suspended } from '@gatewarden/contract/users';
import { type Expression, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface SuspendedRow extends Omit<SuspendedItem, 'added_at' | 'suspended_at'> {
  readonly added_at: Date;
  readonly suspended_at: Date;
}

/** Of one user or of all; a network device is listed for the user who set its key. Ordered by user name, then oldest first. */
export async function listSuspended(db: Database, username: string | undefined): Promise<SuspendedRow[]> {
  const { rows } = await sql<SuspendedRow>`
    select u.id as user_id, u.username, s.kind, s.id, s.name, s.fingerprint, s.added_at, s.suspended_at
    from (
      select user_id, kind, id, name, fingerprint, created_at as added_at, suspended_at from auth_key
      union all
      select user_id, 'security_key', id, name, null, created_at, suspended_at from security_key
      union all
      select user_id, 'authenticator_app', user_id, 'TOTP', null, suspended_added_at, suspended_at from mfa
      union all
      select coalesce(key_set_by, user_id), 'device', id, name, public_key, coalesce(key_changed_at, created_at),
        suspended_at from device
    ) s join "user" u on u.id = s.user_id
    where s.suspended_at is not null and (${username ?? null}::text is null or u.username = ${username ?? null})
    order by u.username, s.added_at, s.kind, s.id`.execute(db);
  return rows;
}

/** A subquery that returns the number of suspended items of a user. */
export function suspendedAsJson(userId: Expression<number>) {
  const count = (table: 'auth_key' | 'security_key') =>
    sql<number>`(select count(*) from ${sql.table(table)} where user_id = ${userId} and suspended_at is not null)`;
  const devices = sql<number>`(
    select count(*) from device where suspended_at is not null
      and (key_set_by = ${userId} or key_set_by is null and user_id = ${userId}))`;
  return sql<Suspended>`json_build_object(
    'devices', ${devices},
    'keys', ${count('auth_key')} + ${count('security_key')},
    'authenticator_app', exists (select from mfa where user_id = ${userId} and suspended_at is not null))`;
}
