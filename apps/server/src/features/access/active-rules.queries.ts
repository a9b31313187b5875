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
  const { rows } = await sql<RuleOnly>`
    select r.id, r.name, r.priority, r.all_locations, r.allow_all_users, r.deny_all_users, r.allow_all_network_devices,
      r.deny_all_network_devices, r.destination, r.ports, r.protocols
    from access_rule r
    where (r.state = 'applied' or r.state in ('new', 'modified') and ${isDeployed('r')})
      and not exists (select from access_rule child where child.parent_id = r.id and ${isDeployed('child')})
      and r.enabled and (r.expires_at is null or r.expires_at > ${at})
      and ${isInLocation}
      and ${sources ? namesAny(sources) : sql`true`}
    order by r.id`.execute(db);
  const ids = rows.map(({ id }) => id);
  const relations = await listRelations(db, ids);
  const aliases = await listAliases(db, ids, withPending);
  return rows.map((row) => {
    const own = relations.get(row.id) ?? [];
    const namedBy = (kind: Relation['kind']) =>
      own.filter((each) => each.kind === kind).map(({ id, allow }) => ({ id, allow }));
    return {
      ...row,
      locations: own.filter(({ kind }) => kind === 'location').map(({ id }) => id),
      users: namedBy('user'),
      groups: namedBy('group'),
      devices: namedBy('device'),
      aliases: aliases.get(row.id) ?? [],
    };
  });
}

type RuleOnly = Omit<ActiveRuleRow, 'locations' | 'users' | 'groups' | 'devices' | 'aliases'>;
type ActiveAlias = ActiveRuleRow['aliases'][number];

interface Relation extends NamedRow {
  readonly kind: 'location' | 'user' | 'group' | 'device';
}

/**
 * By rule. Separate statements for all rules take a fraction of the time of a subquery for each rule, and their plans do
 * not depend on statistics, which are out of date after a large deployment.
 */
async function listRelations(db: Database | Tx, ruleIds: readonly number[]): Promise<Map<number, Relation[]>> {
  if (ruleIds.length === 0) return new Map();
  const ids = sql`any(${[...ruleIds]}::int[])`;
  const { rows } = await sql<Relation & { rule_id: number }>`
    select 'location' as kind, rule_id, location_id as id, true as allow from access_rule_location where rule_id = ${ids}
    union all select 'user', rule_id, user_id, allow from access_rule_user where rule_id = ${ids}
    union all select 'group', rule_id, group_id, allow from access_rule_group where rule_id = ${ids}
    union all select 'device', rule_id, device_id, allow from access_rule_device where rule_id = ${ids}
    order by 1, 2, 3`.execute(db);
  return groupByRule(rows);
}

async function listAliases(
  db: Database | Tx,
  ruleIds: readonly number[],
  withPending: Selection | 'all',
): Promise<Map<number, ActiveAlias[]>> {
  if (ruleIds.length === 0) return new Map();
  const isDeployed = withPending === 'all' ? sql`true` : sql`c.id = any(${[...withPending.aliases]}::int[])`;
  const { rows } = await sql<ActiveAlias & { rule_id: number }>`
    select x.rule_id, a.kind, a.destination, a.ports, a.protocols
    from access_rule_alias x
      left join access_alias c on c.parent_id = x.alias_id and ${isDeployed}
      join access_alias a on a.id = coalesce(c.id, x.alias_id)
    where x.rule_id = any(${[...ruleIds]}::int[])
    order by x.rule_id, a.id`.execute(db);
  const byRule = groupByRule(rows);
  const withoutRule = ({ kind, destination, ports, protocols }: ActiveAlias) => ({
    kind,
    destination,
    ports,
    protocols,
  });
  return new Map([...byRule].map(([id, own]) => [id, own.map(withoutRule)]));
}

function groupByRule<Row extends { readonly rule_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const byRule = new Map<number, Row[]>();
  for (const row of rows) {
    const own = byRule.get(row.rule_id);
    if (own) own.push(row);
    else byRule.set(row.rule_id, [row]);
  }
  return byRule;
}

/** Whether any change of a rule or an alias is not deployed. */
export async function hasPendingChanges(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from access_rule where state in ('new', 'modified', 'deleted'))
      or exists (select from access_alias where state = 'modified') as pending`.execute(db);
  return rows[0]?.pending === true;
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
