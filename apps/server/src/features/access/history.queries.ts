// Reads user, group, group_member, device and location for their names, members and defaults.
import type { AccessVersion } from '@gatewarden/contract/access-history';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ListsRow } from './active-rules.queries.ts';

export interface VersionFields {
  readonly at: Date;
  readonly kind: AccessVersion['kind'];
  readonly username: string | null;
  readonly override_reason: string | null;
  readonly changes: AccessVersion['changes'];
}

export interface VersionRow extends VersionFields {
  readonly id: number;
}

interface NamedId {
  readonly id: number;
  readonly name: string;
}

interface NamedSource extends NamedId {
  readonly allow: boolean;
}

/** A deployed rule at the time of a version, with the names at that time. */
export interface HistoricRule extends ListsRow {
  readonly name: string;
  readonly priority: number;
  readonly enabled: boolean;
  /** ISO 8601 in UTC. */
  readonly expires_at: string | null;
  readonly all_locations: boolean;
  readonly allow_all_users: boolean;
  readonly deny_all_users: boolean;
  readonly allow_all_network_devices: boolean;
  readonly deny_all_network_devices: boolean;
  readonly locations: readonly NamedId[];
  readonly users: readonly NamedSource[];
  readonly groups: readonly NamedSource[];
  readonly devices: readonly NamedSource[];
  readonly aliases: readonly number[];
}

export interface HistoricAlias extends ListsRow {
  readonly kind: 'destination' | 'component';
  readonly name: string;
}

/** A location that enforces access rules. */
export interface HistoricLocation {
  readonly name: string;
  readonly acl_default_allow: boolean;
}

/** A group that a deployed rule names. */
export interface HistoricGroup {
  readonly name: string;
  /** Ids of users. */
  readonly members: readonly number[];
}

const named = (table: string, target: string, column: string, name: string, extra = sql``) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.id, 'name', ${sql.ref(`t.${name}`)} ${extra}) order by t.id)
  from ${sql.table(table)} x join ${sql.table(target)} t on t.id = ${sql.ref(`x.${column}`)}
  where x.rule_id = r.id), '[]')`;
const allow = sql`, 'allow', x.allow`;

/** All that is deployed now. */
const deployed = sql`(
      select 'rule' as kind, r.id, jsonb_build_object(
        'name', r.name, 'priority', r.priority, 'enabled', r.enabled,
        'expires_at', to_char(r.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'all_locations', r.all_locations, 'allow_all_users', r.allow_all_users, 'deny_all_users', r.deny_all_users,
        'allow_all_network_devices', r.allow_all_network_devices,
        'deny_all_network_devices', r.deny_all_network_devices,
        'destination', r.destination, 'ports', r.ports, 'protocols', r.protocols,
        'locations', ${named('access_rule_location', 'location', 'location_id', 'name')},
        'users', ${named('access_rule_user', 'user', 'user_id', 'username', allow)},
        'groups', ${named('access_rule_group', 'group', 'group_id', 'name', allow)},
        'devices', ${named('access_rule_device', 'device', 'device_id', 'name', allow)},
        'aliases', array(select x.alias_id from access_rule_alias x where x.rule_id = r.id order by 1)) as data
      from access_rule r where r.state = 'applied'
      union all
      select 'alias', a.id, jsonb_build_object(
        'kind', a.kind, 'name', a.name, 'destination', a.destination, 'ports', a.ports, 'protocols', a.protocols)
      from access_alias a where a.state = 'applied')`;

/** What the decisions of rules depend on. */
const context = sql`(
      select 'location' as kind, l.id, jsonb_build_object(
        'name', l.name, 'acl_default_allow', l.acl_default_allow) as data
      from location l where l.acl_enabled
      union all
      select 'group', g.id, jsonb_build_object(
        'name', g.name,
        'members', array(select m.user_id from group_member m where m.group_id = g.id order by 1))
      from "group" g where g.id in (
        select x.group_id from access_rule_group x join access_rule r on r.id = x.rule_id where r.state = 'applied'))`;
const recorded = sql`(select * from ${deployed} rules_and_aliases union all select * from ${context} others)`;

/**
 * Stores what is deployed now as a version, as far as it differs from the version before. Returns its id. The caller has
 * locked the deployments.
 */
export async function recordVersion(tx: Tx, { changes, ...fields }: VersionFields): Promise<number> {
  const { id } = await tx
    .insertInto('access_version')
    .values({ ...fields, changes: JSON.stringify(changes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    update access_version_object o set to_version = ${id}
    where o.to_version is null and not exists (
      select from ${recorded} d where d.kind = o.kind and d.id = o.object_id and d.data = o.data)`.execute(tx);
  await sql`
    insert into access_version_object (kind, object_id, from_version, data)
    select d.kind, d.id, ${id}, d.data from ${recorded} d
    where not exists (
      select from access_version_object o
      where o.to_version is null and o.kind = d.kind and o.object_id = d.id)`.execute(tx);
  return id;
}

const columns = [
  'id',
  'at',
  sql<VersionFields['kind']>`kind`.as('kind'),
  'username',
  'override_reason',
  sql<VersionFields['changes']>`changes`.as('changes'),
] as const;

/** Newest first. */
export function listVersions(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionRow[]> {
  return db.selectFrom('access_version').select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countVersions(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('access_version')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findVersion(tx: Tx, id: number): Promise<VersionRow | undefined> {
  return tx.selectFrom('access_version').select(columns).where('id', '=', id).executeTakeFirst();
}

/** The version in force at the time; undefined before the first one. */
export function findVersionAt(tx: Tx, at: Date): Promise<VersionRow | undefined> {
  return tx
    .selectFrom('access_version')
    .select(columns)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface VersionObjects {
  readonly rules: ReadonlyMap<number, HistoricRule>;
  readonly aliases: ReadonlyMap<number, HistoricAlias>;
}

/** With what the decisions of the rules depend on. */
export interface VersionPolicy extends VersionObjects {
  readonly locations: ReadonlyMap<number, HistoricLocation>;
  readonly groups: ReadonlyMap<number, HistoricGroup>;
}

interface ObjectRow {
  readonly kind: 'rule' | 'alias' | 'location' | 'group';
  readonly id: number;
  readonly data: HistoricRule | HistoricAlias | HistoricLocation | HistoricGroup;
}

/** What was deployed at a version, by id. */
export async function listVersionObjects(tx: Tx, versionId: number): Promise<VersionPolicy> {
  const { rows } = await sql<ObjectRow>`
    select kind, object_id as id, data from access_version_object
    where from_version <= ${versionId} and (to_version is null or to_version > ${versionId})
    order by object_id`.execute(tx);
  return toObjects(rows);
}

/** As `listVersionObjects`, of what is deployed now. */
export async function listDeployedObjects(tx: Tx): Promise<VersionObjects> {
  const { rows } = await sql<ObjectRow>`select d.kind, d.id, d.data from ${deployed} d order by d.id`.execute(tx);
  return toObjects(rows);
}

function toObjects(rows: readonly ObjectRow[]): VersionPolicy {
  const ofKind = <Data>(kind: ObjectRow['kind']) =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row.data as Data]));
  return {
    rules: ofKind<HistoricRule>('rule'),
    aliases: ofKind<HistoricAlias>('alias'),
    locations: ofKind<HistoricLocation>('location'),
    groups: ofKind<HistoricGroup>('group'),
  };
}

/** Whether a deployed rule names the group in the current version. */
export async function isGroupRecorded(tx: Tx, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from access_version_object where kind = 'group' and object_id = ${groupId} and to_version is null`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Whether a deployed rule names the group. */
export async function isGroupNamed(tx: Tx, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from access_rule_group x join access_rule r on r.id = x.rule_id
    where x.group_id = ${groupId} and r.state = 'applied' limit 1`.execute(tx);
  return rows.length > 0;
}

/** Until the transaction ends, no other one adds a pending change of a deployed rule. */
export async function lockDeployedRules(tx: Tx): Promise<void> {
  await sql`select from access_rule where state = 'applied' order by id for update`.execute(tx);
}

/** Whether a deployed rule has a pending change. New rules do not count. */
export async function hasPendingRuleChanges(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from access_rule r join access_rule child on child.parent_id = r.id
    where r.state = 'applied' limit 1`.execute(tx);
  return rows.length > 0;
}

/** The ids that still exist. */
export async function listExisting(
  tx: Tx,
  table: 'user' | 'group' | 'device' | 'location',
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${[...ids]}::int[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
