// Reads location and location_group (of locations), user, group_member, device and device_location.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { entitledUsers } from '../locations/index.ts';

export interface UserRow {
  readonly id: number;
  readonly groups: number[];
}

/** All enabled users with their groups, by id. */
export async function listActiveUsers(tx: Tx): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, coalesce(m.groups, '{}') as groups
    from "user" u
      left join (select user_id, array_agg(group_id) as groups from group_member group by 1) m on m.user_id = u.id
    where u.is_active
    order by u.id`.execute(tx);
  return rows;
}

export interface PolicyLocationRow {
  readonly id: number;
  readonly acl_enabled: boolean;
  readonly acl_default_allow: boolean;
  /** The enabled users who may use the location; null means all. */
  readonly users: number[] | null;
  /** Those that are configured. */
  readonly network_devices: number[];
}

/** All locations, by id. */
export async function listPolicyLocations(tx: Tx): Promise<PolicyLocationRow[]> {
  const restricted = sql`select id from location where id in (select x.location_id from location_group x)`;
  const active = sql`select id from "user" where is_active`;
  const { rows } = await sql<PolicyLocationRow>`
    select l.id, l.acl_enabled, l.acl_default_allow,
      case when l.id in (select x.location_id from location_group x) then coalesce(e.users, '{}') end as users,
      array(select d.id from device d join device_location dl on dl.device_id = d.id
        where dl.location_id = l.id and d.kind = 'network' and d.configured and d.stopped_at is null) as network_devices
    from location l
      left join (
        select each.location_id, array_agg(each.user_id order by each.user_id) as users
        from ${entitledUsers(restricted, active)} each group by 1) e on e.location_id = l.id
    order by l.id`.execute(tx);
  return rows;
}
