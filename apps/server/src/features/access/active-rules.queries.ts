import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** The lists of a rule or an alias, in canonical spelling. */
export interface ListsRow {
  readonly destination: string;
  readonly ports: string;
  readonly protocols: number[];
}

export interface ActiveRuleRow extends ListsRow {
  readonly id: number;
  readonly name: string;
  readonly priority: number;
  readonly all_locations: boolean;
  readonly locations: number[];
  readonly allow_all_users: boolean;
  readonly deny_all_users: boolean;
  readonly allow_all_network_devices: boolean;
  readonly deny_all_network_devices: boolean;
  readonly users: NamedRow[];
  readonly groups: NamedRow[];
  readonly devices: NamedRow[];
  readonly aliases: (ListsRow & { readonly kind: 'destination' | 'component' })[];
}

interface NamedRow {
  readonly id: number;
  readonly allow: boolean;
}

/** Ids of pending changes. */
export interface Selection {
  readonly rules: readonly number[];
  readonly aliases: readonly number[];
}

export interface ActiveRuleFilter {
  readonly at: Date;
  /** Absent: of all locations. */
  readonly locationId?: number;
  /** With these, only rules that name any of them. */
  readonly sources?: NamedSources | undefined;
  /** As if these pending changes were deployed. */
  readonly withPending?: Selection | 'all';
}

export interface NamedSources {
  readonly users: readonly number[];
  readonly groups: readonly number[];
  readonly devices: readonly number[];
}

/** Deployed rules of the location that are enabled and not expired, in ascending order of ids. */
export async function listActiveRules(
  db: Database | Tx,
  { at, locationId, sources, withPending = { rules: [], aliases: [] } }: ActiveRuleFilter,
): Promise<ActiveRuleRow[]> {
  const isDeployed = (row: string) =>
    withPending === 'all' ? sql`true` : sql`${sql.ref(`${row}.id`)} = any(${[...withPending.rules]}::int[])`;
  const isInLocation =
    locationId === undefined
      ? sql`true`
      : sql`(r.all_locations or exists (
          select from access_rule_location x where x.rule_id = r.id and x.location_id = ${locationId}))`;
  // each relation is read once for all rules, which takes less time than once for each rule
  const { rows } = await sql<ActiveRuleRow>`
    with r as materialized (
      select r.id, r.name, r.priority, r.all_locations, r.allow_all_users, r.deny_all_users, r.allow_all_network_devices,
        r.deny_all_network_devices, r.destination, r.ports, r.protocols
      from access_rule r
      where (r.state = 'applied' or r.state in ('new', 'modified') and ${isDeployed('r')})
        and not exists (select from access_rule child where child.parent_id = r.id and ${isDeployed('child')})
        and r.enabled and (r.expires_at is null or r.expires_at > ${at})
        and ${isInLocation}
        and ${sources ? namesAny(sources) : sql`true`}
    ), location_ids as (
      select x.rule_id, array_agg(x.location_id) as list from access_rule_location x
      where x.rule_id in (select id from r) group by 1
    ), users as (${named('access_rule_user', 'user_id')}), groups as (${named('access_rule_group', 'group_id')}),
    devices as (${named('access_rule_device', 'device_id')}), aliases as (${aliases(withPending)})
    select r.*, coalesce(l.list, '{}') as locations, coalesce(u.list, '[]') as users, coalesce(g.list, '[]') as groups,
      coalesce(d.list, '[]') as devices, coalesce(a.list, '[]') as aliases
    from r left join location_ids l on l.rule_id = r.id left join users u on u.rule_id = r.id
      left join groups g on g.rule_id = r.id left join devices d on d.rule_id = r.id left join aliases a on a.rule_id = r.id
    order by r.id`.execute(db);
  return rows;
}

/** Whether any change of a rule or an alias is not deployed. */
export async function hasPendingChanges(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from access_rule where state in ('new', 'modified', 'deleted'))
      or exists (select from access_alias where state = 'modified') as pending`.execute(db);
  return rows[0]?.pending === true;
}

function named(table: string, column: string): RawBuilder<unknown> {
  return sql`
    select x.rule_id, json_agg(json_build_object('id', ${sql.ref(`x.${column}`)}, 'allow', x.allow)) as list
    from ${sql.table(table)} x where x.rule_id in (select id from r) group by 1`;
}

function aliases(withPending: Selection | 'all'): RawBuilder<unknown> {
  const isDeployed = withPending === 'all' ? sql`true` : sql`c.id = any(${[...withPending.aliases]}::int[])`;
  const current = sql`coalesce((
    select c.id from access_alias c where c.parent_id = x.alias_id and ${isDeployed}), x.alias_id)`;
  return sql`
    select x.rule_id, json_agg(json_build_object(
      'kind', a.kind, 'destination', a.destination, 'ports', a.ports, 'protocols', a.protocols) order by a.id) as list
    from access_rule_alias x join access_alias a on a.id = ${current}
    where x.rule_id in (select id from r) group by 1`;
}

function namesAny({ users, groups, devices }: NamedSources): RawBuilder<unknown> {
  const isNamed = (table: string, column: string, ids: readonly number[]) =>
    sql`r.id in (select x.rule_id from ${sql.table(table)} x where ${sql.ref(`x.${column}`)} = any(${[...ids]}::int[]))`;
  return sql`(
    ${users.length > 0} and (r.allow_all_users or r.deny_all_users)
    or ${devices.length > 0} and (r.allow_all_network_devices or r.deny_all_network_devices)
    or ${isNamed('access_rule_user', 'user_id', users)}
    or ${isNamed('access_rule_group', 'group_id', groups)}
    or ${isNamed('access_rule_device', 'device_id', devices)})`;
}
