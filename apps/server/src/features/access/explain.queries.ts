// Reads location, user, device, device_location and group_member to find who asks.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface LocationPolicyRow {
  readonly name: string;
  readonly acl_enabled: boolean;
  readonly acl_default_allow: boolean;
}

export function findLocationPolicy(tx: Tx, id: number): Promise<LocationPolicyRow | undefined> {
  return tx
    .selectFrom('location')
    .select(['name', 'acl_enabled', 'acl_default_allow'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface SourceRow {
  /** Null for a network device. */
  readonly user_id: number | null;
  readonly groups: number[];
  readonly is_active: boolean;
  /** Whether it, or one of the user's devices, is configured and has addresses in the location. */
  readonly is_in_location: boolean;
}

/** Undefined if there is no such user. */
export async function findUserSource(tx: Tx, userId: number, locationId: number): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select u.id as user_id, u.is_active,
      array(select m.group_id from group_member m where m.user_id = u.id order by 1) as groups,
      exists (select from device d join device_location dl on dl.device_id = d.id
        where d.user_id = u.id and d.kind = 'user' and d.configured and d.stopped_at is null
          and dl.location_id = ${locationId}) as is_in_location
    from "user" u where u.id = ${userId}`.execute(tx);
  return rows[0];
}

/** Undefined if there is no such device. */
export async function findDeviceSource(tx: Tx, deviceId: number, locationId: number): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select case when d.kind = 'user' then u.id end as user_id, u.is_active,
      case when d.kind = 'user'
        then array(select m.group_id from group_member m where m.user_id = u.id order by 1) else '{}' end as groups,
      d.configured and d.stopped_at is null and exists (
        select from device_location dl where dl.device_id = d.id and dl.location_id = ${locationId}) as is_in_location
    from device d join "user" u on u.id = d.user_id where d.id = ${deviceId}`.execute(tx);
  return rows[0];
}
