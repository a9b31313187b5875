// Reads device, and writes removed_group_rule and removed_group_test, which belong to rows of removed_group.
import type { AccessReferences, ReferencedKind } from '@gatewarden/contract/access-references';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { RuleState } from './rules.queries.ts';

export interface RuleReferenceRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly state: RuleState;
  readonly enabled: boolean;
  readonly role: AccessReferences['rules'][number]['role'];
  readonly device: { readonly id: number; readonly name: string } | null;
  readonly is_last: boolean;
}

interface Counted<Row> {
  readonly rows: Row[];
  /** Of all rows, also those above the limit. */
  readonly count: number;
}

interface ReferenceFilter {
  readonly kind: ReferencedKind;
  readonly id: number;
  readonly limit: number;
}

const sourceRole = sql`case when x.allow then 'allowed' else 'denied' end`;
const noDevice = sql`null::int as device_id`;

/** The references of each kind of object: `rule_id`, `role`, `device_id`. */
const references: Record<ReferencedKind, (id: number) => RawBuilder<unknown>> = {
  user: (id) => sql`
    select x.rule_id, ${sourceRole} as role, ${noDevice} from access_rule_user x where x.user_id = ${id}
    union all
    select x.rule_id, ${sourceRole}, x.device_id from access_rule_device x join device d on d.id = x.device_id
    where d.user_id = ${id}`,
  group: (id) =>
    sql`select x.rule_id, ${sourceRole} as role, ${noDevice} from access_rule_group x where x.group_id = ${id}`,
  device: (id) =>
    sql`select x.rule_id, ${sourceRole} as role, ${noDevice} from access_rule_device x where x.device_id = ${id}`,
  location: (id) =>
    sql`select x.rule_id, 'location' as role, ${noDevice} from access_rule_location x where x.location_id = ${id}`,
  alias: (id) => sql`select x.rule_id, 'alias' as role, ${noDevice} from access_rule_alias x where x.alias_id = ${id}`,
};

/** Rules that name the object, pending changes included, by name. */
export async function listRuleReferences(
  db: Database,
  { kind, id, limit }: ReferenceFilter,
): Promise<Counted<RuleReferenceRow>> {
  const { rows } = await sql<RuleReferenceRow & { count: string }>`
    with reference as (${references[kind](id)})
    select r.id, r.parent_id, r.name, r.state, r.enabled, f.role,
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as device,
      case f.role
        when 'alias' then false
        when 'location' then not r.all_locations and not exists (
          select from access_rule_location x where x.rule_id = r.id and x.location_id <> ${id})
        else not (r.allow_all_users or r.deny_all_users or r.allow_all_network_devices or r.deny_all_network_devices)
          and (select count(*) from access_rule_user x where x.rule_id = r.id)
            + (select count(*) from access_rule_group x where x.rule_id = r.id)
            + (select count(*) from access_rule_device x where x.rule_id = r.id)
            = (select count(*) from reference own where own.rule_id = r.id)
      end as is_last,
      count(*) over () as count
    from reference f join access_rule r on r.id = f.rule_id left join device d on d.id = f.device_id
    order by lower(r.name), coalesce(r.parent_id, r.id), r.id, d.id
    limit ${limit}`.execute(db);
  return { rows: rows.map(({ count: _, ...row }) => row), count: Number(rows[0]?.count ?? 0) };
}

const testFilters: Record<ReferencedKind, (id: number) => RawBuilder<unknown>> = {
  user: (id) => sql`(t.user_id = ${id} or t.device_id in (select d.id from device d where d.user_id = ${id}))`,
  group: (id) => sql`t.group_id = ${id}`,
  device: (id) => sql`t.device_id = ${id}`,
  location: (id) => sql`t.location_id = ${id}`,
  alias: () => sql`false`,
};

/** Access tests that are deleted with the object, by name. */
export async function listTestReferences(
  db: Database,
  { kind, id, limit }: ReferenceFilter,
): Promise<Counted<{ id: number; name: string }>> {
  const { rows } = await sql<{ id: number; name: string; count: string }>`
    select t.id, t.name, count(*) over () as count from access_test t where ${testFilters[kind](id)}
    order by lower(t.name), t.id limit ${limit}`.execute(db);
  return { rows: rows.map(({ count: _, ...row }) => row), count: Number(rows[0]?.count ?? 0) };
}

/** Stores what rules and tests say about a group for its restoration, if the group is stored. */
export async function storeReferencesOfRemovedGroup(tx: Tx, groupId: number): Promise<void> {
  await sql`
    insert into removed_group_rule (group_id, rule_id, allow)
    select x.group_id, x.rule_id, x.allow from access_rule_group x join removed_group r on r.id = x.group_id
    where x.group_id = ${groupId}`.execute(tx);
  await sql`
    insert into removed_group_test (id, group_id, name, expectation, location_id, destination, ports, protocols)
    select t.id, t.group_id, t.name, t.expectation, t.location_id, t.destination, t.ports, t.protocols
    from access_test t join removed_group r on r.id = t.group_id
    where t.group_id = ${groupId}`.execute(tx);
}

/** Adds a restored group to the rules that named it and still exist, and adds its tests again with their former ids. */
export async function addReferencesOfRestoredGroup(tx: Tx, groupId: number): Promise<void> {
  await sql`
    insert into access_rule_group (rule_id, group_id, allow)
    select rule_id, group_id, allow from removed_group_rule where group_id = ${groupId}
    on conflict do nothing`.execute(tx);
  await sql`
    insert into access_test (id, name, expectation, group_id, location_id, destination, ports, protocols)
    overriding system value
    select id, name, expectation, group_id, location_id, destination, ports, protocols
    from removed_group_test where group_id = ${groupId}`.execute(tx);
}
