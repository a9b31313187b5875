// Reads user (of users), group and group_member (of groups), mfa and security_key (of mfa) to explain who may use a location, and device and
// device_location (of devices) and traffic_latest (of traffic) to count what a change affects.
import type { AccessPreview } from '@gatewarden/contract/locations';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import { entitledUsers } from './entitled-users.queries.ts';
import { canSignInAtProvider, hasConnectFactor } from './provider-sign-in.queries.ts';

export interface UserAccessRow {
  readonly id: number;
  readonly name: string;
  readonly mfa_mode: 'disabled' | 'internal' | 'external';
  /** Names of the groups that may use the location, sorted. If empty, all users may use it. */
  readonly allowed_groups: readonly string[];
  /** Those of them that the user is a member of. */
  readonly groups: readonly string[];
  readonly is_entitled: boolean;
  /** Whether the user has a factor that locations accept. */
  readonly has_factor: boolean;
  /** Whether the user can sign in at an OpenID provider. */
  readonly has_provider: boolean;
}

/** All locations by name, and whether the user may use them (`entitledUsers`). */
export async function listAccessOfUser(db: Database, userId: number): Promise<UserAccessRow[]> {
  const { rows } = await sql<UserAccessRow>`
    select l.id, l.name, l.mfa_mode, coalesce(a.allowed, '{}') as allowed_groups, coalesce(a.own, '{}') as groups,
      e.user_id is not null as is_entitled,
      exists (select from "user" u where u.id = ${userId} and ${hasConnectFactor}) as has_factor,
      exists (select from "user" u where u.id = ${userId} and ${canSignInAtProvider}) as has_provider
    from location l
      left join ${entitledUsers(sql`select id from location`, sql`select ${userId}::int`)} e on e.location_id = l.id
      left join lateral (
        select array_agg(g.name order by g.name) as allowed,
          array_agg(g.name order by g.name) filter (where m.user_id is not null) as own
        from location_group x join "group" g on g.id = x.group_id
          left join group_member m on m.group_id = g.id and m.user_id = ${userId}
        where x.location_id = l.id
      ) a on true
    order by lower(l.name), l.id`.execute(db);
  return rows;
}

export interface PersonAccessRow {
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_admin: boolean;
  /** Names of the allowed groups that the user is a member of, sorted. */
  readonly groups: readonly string[];
}

export interface PeopleSelection {
  /** Part of a name or email address, ignoring case. */
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface People {
  readonly rows: readonly PersonAccessRow[];
  /** Number of users that match, on all pages. */
  readonly total: number;
}

/** Users who may use the location (`entitledUsers`) and are active, by user name. */
export async function listPeopleOfLocation(
  db: Database,
  locationId: number,
  { search, offset, limit }: PeopleSelection,
): Promise<People> {
  const matching = search === undefined ? sql`true` : matches(search);
  const { rows } = await sql<PersonAccessRow & { total: number }>`
    ${plannedEachTime} with matching as materialized (
      select u.id, u.username, u.first_name, u.last_name
      from ${entitledUsers(sql`select ${locationId}::int`, sql`select id from "user" where is_active`)} e
        join "user" u on u.id = e.user_id
      where ${matching}
    ), page as (
      select * from matching order by lower(username), id offset ${offset}::bigint limit ${limit}::bigint
    )
    select p.id as user_id, p.username, p.first_name, p.last_name, t.total::int,
      exists (select from group_member m join "group" g on g.id = m.group_id
        where m.user_id = p.id and g.is_admin) as is_admin,
      array(select g.name from group_member m join location_group x on x.group_id = m.group_id
        join "group" g on g.id = m.group_id
        where m.user_id = p.id and x.location_id = ${locationId} order by g.name) as groups
    from (select count(*) as total from matching) t left join page p on true
    order by lower(p.username), p.id`.execute(db);
  // beyond the last page there is one row with nothing but the number
  return { rows: rows.filter((row) => row.user_id !== null), total: rows[0]?.total ?? 0 };
}

/** Of active users, the difference between `entitledUsers` now and with these groups. */
export async function countAccessChange(
  db: Database,
  locationId: number,
  groups: readonly string[],
): Promise<AccessPreview> {
  const names = sql`${groups}::text[]`;
  const { rows } = await sql<AccessPreview>`
    ${plannedEachTime} with active as materialized (select id from "user" where is_active), before as materialized (
      select user_id from ${entitledUsers(sql`select ${locationId}::int`, sql`select id from active`)} e
    ), after as materialized (
      select id as user_id from active where cardinality(${names}) = 0 or id in (
        select m.user_id from group_member m join "group" g on g.id = m.group_id where g.is_admin or g.name = any(${names}))
    ), lost as materialized (select user_id from before except select user_id from after), device_lost as materialized (
      select d.id from lost l join device d on d.user_id = l.user_id and d.kind = 'user'
        join device_location dl on dl.device_id = d.id and dl.location_id = ${locationId}
    )
    select (select count(*) from lost)::int as people_lost,
      (select count(*) from (select user_id from after except select user_id from before) gained)::int as people_gained,
      (select count(*) from device_lost)::int as devices_lost,
      (select count(distinct t.device_id) from traffic_latest t join device_lost d on d.id = t.device_id
        where t.location_id = ${locationId} and t.connected)::int as devices_connected`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('expected one row');
  return row;
}

function matches(search: string) {
  const text = search.trim().toLowerCase();
  const contains = (value: unknown) => sql<boolean>`strpos(lower(${value}), ${text}) > 0`;
  return sql`(${contains(sql`u.username`)} or ${contains(sql`u.email`)}
    or ${contains(sql`u.first_name || ' ' || u.last_name`)} or ${contains(sql`u.last_name || u.first_name`)})`;
}
