// Reads group and group_member; groups writes them.
import { type RawBuilder, sql } from 'kysely';

interface Entitlement {
  readonly location_id: number;
  readonly user_id: number;
}

/**
 * A subquery that returns which of the users may use which of the locations (domain rules §3.1): all users if a location
 * lists no group, otherwise members of its groups, and administrators. It does not check whether users are active. Both
 * arguments are subqueries that return ids.
 */
export function entitledUsers(locationIds: RawBuilder<unknown>, userIds: RawBuilder<unknown>) {
  return sql<Entitlement>`(
    with l(id) as materialized (${locationIds}), u(id) as materialized (${userIds}), restricted as materialized (
      select distinct x.location_id from location_group x where x.location_id in (select id from l)
    )
    select l.id as location_id, u.id as user_id from l cross join u
      where l.id not in (select location_id from restricted)
    union
    select x.location_id, u.id from l join location_group x on x.location_id = l.id
      join group_member m on m.group_id = x.group_id
      join u on u.id = m.user_id
    union
    select r.location_id, u.id from restricted r cross join u
      where u.id in (select m.user_id from group_member m join "group" g on g.id = m.group_id where g.is_admin))`;
}
