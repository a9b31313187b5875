// Reads location, user, group and device to check ids.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export type RuleState = 'new' | 'applied' | 'modified' | 'deleted' | 'expired';

/** Ids that a rule refers to. */
export interface RuleRelations {
  readonly locations: readonly number[];
  readonly allowed_users: readonly number[];
  readonly denied_users: readonly number[];
  readonly allowed_groups: readonly number[];
  readonly denied_groups: readonly number[];
  readonly allowed_devices: readonly number[];
  readonly denied_devices: readonly number[];
  readonly aliases: readonly number[];
}

export interface RuleFields {
  readonly name: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly expires_at: Date | null;
  readonly all_locations: boolean;
  readonly allow_all_users: boolean;
  readonly deny_all_users: boolean;
  readonly allow_all_network_devices: boolean;
  readonly deny_all_network_devices: boolean;
  /** Lists in canonical spelling. */
  readonly destination: string;
  readonly ports: string;
  readonly protocols: number[];
}

export interface RuleHead {
  readonly id: number;
  readonly parent_id: number | null;
  readonly state: RuleState;
}

export interface RuleRow extends RuleHead, RuleFields, RuleRelations {}

const headColumns = ['id', 'parent_id', sql<RuleState>`state`.as('state')] as const;

const fieldColumns = [
  'name',
  'priority',
  'enabled',
  'expires_at',
  'all_locations',
  'allow_all_users',
  'deny_all_users',
  'allow_all_network_devices',
  'deny_all_network_devices',
  'destination',
  'ports',
  'protocols',
] as const;

const sides = [
  ['allowed_users', 'access_rule_user', 'user_id', true],
  ['denied_users', 'access_rule_user', 'user_id', false],
  ['allowed_groups', 'access_rule_group', 'group_id', true],
  ['denied_groups', 'access_rule_group', 'group_id', false],
  ['allowed_devices', 'access_rule_device', 'device_id', true],
  ['denied_devices', 'access_rule_device', 'device_id', false],
] as const;

const relationColumns = [
  sql<number[]>`array(select location_id from access_rule_location x where x.rule_id = access_rule.id order by 1)`.as(
    'locations',
  ),
  sql<number[]>`array(select alias_id from access_rule_alias x where x.rule_id = access_rule.id order by 1)`.as(
    'aliases',
  ),
  ...sides.map(([name, table, column, allow]) =>
    sql<number[]>`array(select ${sql.ref(column)} from ${sql.table(table)} x
      where x.rule_id = access_rule.id and x.allow = ${sql.lit(allow)} order by 1)`.as(name),
  ),
];

function selectRules(db: Database | Tx) {
  return db
    .selectFrom('access_rule')
    .select([...headColumns, ...fieldColumns])
    .select(relationColumns)
    .$castTo<RuleRow>();
}

/** In the order of evaluation; a pending change follows its rule. */
export function listRules(db: Database): Promise<RuleRow[]> {
  return selectRules(db).orderBy('priority').orderBy(sql`coalesce(parent_id, id)`).orderBy('id').execute();
}

/** In ascending order of ids; without those that do not exist. */
export function findRules(db: Database | Tx, ids: readonly number[]): Promise<RuleRow[]> {
  return selectRules(db)
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .execute();
}

/** Locks the row until the transaction ends; undefined if there is none. */
export function lockRule(tx: Tx, id: number): Promise<RuleHead | undefined> {
  return tx.selectFrom('access_rule').select(headColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** As `lockRule`, in ascending order of ids; without those that do not exist. */
export function lockRules(tx: Tx, ids: readonly number[]): Promise<RuleHead[]> {
  return tx
    .selectFrom('access_rule')
    .select(headColumns)
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

type NewRule = RuleFields & Pick<RuleHead, 'parent_id' | 'state'>;

/** Returns the id. */
export async function insertRule(tx: Tx, rule: NewRule, relations: RuleRelations): Promise<number> {
  const { id } = await tx.insertInto('access_rule').values(rule).returning('id').executeTakeFirstOrThrow();
  await insertRelations(tx, id, relations);
  return id;
}

export async function setRule(tx: Tx, id: number, fields: RuleFields, relations: RuleRelations): Promise<void> {
  await tx.updateTable('access_rule').set(fields).where('id', '=', id).execute();
  for (const table of [
    'access_rule_location',
    'access_rule_alias',
    ...new Set(sides.map(([, name]) => name)),
  ] as const) {
    await tx.deleteFrom(table).where('rule_id', '=', id).execute();
  }
  await insertRelations(tx, id, relations);
}

async function insertRelations(tx: Tx, id: number, relations: RuleRelations): Promise<void> {
  const { locations, aliases } = relations;
  await sql`insert into access_rule_location (rule_id, location_id) select ${id}, unnest(${[...locations]}::int[])`.execute(
    tx,
  );
  await sql`insert into access_rule_alias (rule_id, alias_id) select ${id}, unnest(${[...aliases]}::int[])`.execute(tx);
  for (const [name, table, column, allow] of sides) {
    if (relations[name].length === 0) continue;
    await sql`insert into ${sql.table(table)} (rule_id, ${sql.ref(column)}, allow)
      select ${id}, unnest(${[...relations[name]]}::int[]), ${allow}`.execute(tx);
  }
}

/** A copy of the rule with its relations as its pending child. Returns the id of the child. */
export async function insertDeletion(tx: Tx, parentId: number): Promise<number> {
  const [parent] = await findRules(tx, [parentId]);
  if (!parent) throw new Error('the rule that is marked for deletion does not exist');
  return insertRule(tx, { ...fieldsOf(parent), parent_id: parentId, state: 'deleted' }, parent);
}

export function fieldsOf(row: RuleFields): RuleFields {
  return {
    name: row.name,
    priority: row.priority,
    enabled: row.enabled,
    expires_at: row.expires_at,
    all_locations: row.all_locations,
    allow_all_users: row.allow_all_users,
    deny_all_users: row.deny_all_users,
    allow_all_network_devices: row.allow_all_network_devices,
    deny_all_network_devices: row.deny_all_network_devices,
    destination: row.destination,
    ports: row.ports,
    protocols: row.protocols,
  };
}

export async function deleteRules(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('access_rule')
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .execute();
}

export async function findPendingChild(tx: Tx, parentId: number): Promise<number | undefined> {
  const child = await tx.selectFrom('access_rule').select('id').where('parent_id', '=', parentId).executeTakeFirst();
  return child?.id;
}

/** Does nothing if the rule has no pending change. */
export async function deletePendingChild(tx: Tx, parentId: number): Promise<void> {
  await tx.deleteFrom('access_rule').where('parent_id', '=', parentId).execute();
}

/** Makes pending rules the deployed ones. */
export async function setApplied(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('access_rule')
    .set({ state: 'applied', parent_id: null })
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .execute();
}

/** Marks deployed rules as expired. Returns them in ascending order of ids. */
export async function markExpiredRules(tx: Tx, at: Date): Promise<RuleRow[]> {
  const { rows } = await sql<{ id: number }>`
    update access_rule set state = 'expired' where id in (
      select id from access_rule where state = 'applied' and expires_at <= ${at} order by id for update
    ) returning id`.execute(tx);
  return rows.length === 0
    ? []
    : findRules(
        tx,
        rows.map(({ id }) => id),
      );
}

/**
 * Serializes deployments until the transaction ends. Each one locks the rows that it deploys, and those of others are
 * gone or deployed then.
 */
export async function lockDeployments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('gatewarden.access-deployment'))`.execute(tx);
}

/** The first id that does not exist; the others cannot be deleted until the transaction ends. */
export async function findUnknownReference(tx: Tx, relations: RuleRelations): Promise<UnknownReference | undefined> {
  const kinds = [
    ['networks', 'location', relations.locations],
    ['allowed_users', 'user', relations.allowed_users],
    ['denied_users', 'user', relations.denied_users],
    ['allowed_groups', 'group', relations.allowed_groups],
    ['denied_groups', 'group', relations.denied_groups],
    ['allowed_devices', 'device', relations.allowed_devices],
    ['denied_devices', 'device', relations.denied_devices],
    ['aliases', 'access_alias', relations.aliases],
  ] as const;
  for (const [field, table, ids] of kinds) {
    if (ids.length === 0) continue;
    const isWanted = table === 'device' ? sql`r.kind = 'network'` : sql`true`;
    const { rows } = await sql<{ id: number }>`
      select r.id from ${sql.table(table)} r where r.id = any(${[...ids]}::int[]) and ${isWanted}
      order by r.id for key share of r`.execute(tx);
    const known = new Set(rows.map((row) => row.id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) return { field, id: unknown };
  }
  return undefined;
}

interface UnknownReference {
  readonly field: string;
  readonly id: number;
}
