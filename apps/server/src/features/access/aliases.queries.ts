import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface AliasFields {
  readonly kind: 'destination' | 'component';
  readonly name: string;
  /** Lists in canonical spelling. */
  readonly destination: string;
  readonly ports: string;
  readonly protocols: number[];
}

export interface AliasHead {
  readonly id: number;
  readonly parent_id: number | null;
  readonly state: 'applied' | 'modified';
}

export interface AliasRow extends AliasHead, AliasFields {
  /** Ids of the rules that use it or, for a pending change, the deployed alias. */
  readonly rules: number[];
}

const headColumns = ['id', 'parent_id', sql<AliasHead['state']>`state`.as('state')] as const;

function selectAliases(db: Database | Tx) {
  return db
    .selectFrom('access_alias')
    .select([...headColumns, 'name', 'destination', 'ports', 'protocols', sql<AliasFields['kind']>`kind`.as('kind')])
    .select(
      sql<number[]>`array(select rule_id from access_rule_alias x
        where x.alias_id = coalesce(access_alias.parent_id, access_alias.id) order by 1)`.as('rules'),
    );
}

/** By name; a pending change follows its alias. */
export function listAliases(db: Database): Promise<AliasRow[]> {
  return selectAliases(db).orderBy(sql`lower(name)`).orderBy(sql`coalesce(parent_id, id)`).orderBy('id').execute();
}

/** In ascending order of ids; without those that do not exist. */
export function findAliases(db: Database | Tx, ids: readonly number[]): Promise<AliasRow[]> {
  return selectAliases(db)
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .execute();
}

/** Locks the row until the transaction ends; undefined if there is none. */
export function lockAlias(tx: Tx, id: number): Promise<AliasHead | undefined> {
  return tx.selectFrom('access_alias').select(headColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** As `lockAlias`, in ascending order of ids; without those that do not exist. */
export function lockAliases(tx: Tx, ids: readonly number[]): Promise<AliasHead[]> {
  return tx
    .selectFrom('access_alias')
    .select(headColumns)
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Those of these aliases whose change is not deployed. */
export async function listPendingAliases(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('access_alias')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .where('state', '=', 'modified')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertAlias(
  tx: Tx,
  alias: AliasFields & Pick<AliasHead, 'parent_id' | 'state'>,
): Promise<number> {
  const { id } = await tx.insertInto('access_alias').values(alias).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setAlias(tx: Tx, id: number, fields: AliasFields): Promise<void> {
  await tx.updateTable('access_alias').set(fields).where('id', '=', id).execute();
}

/** With its pending change. */
export async function deleteAlias(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('access_alias').where('id', '=', id).execute();
}

export async function findPendingChild(tx: Tx, parentId: number): Promise<number | undefined> {
  const child = await tx.selectFrom('access_alias').select('id').where('parent_id', '=', parentId).executeTakeFirst();
  return child?.id;
}

/** Does nothing if the alias has no pending change. */
export async function deletePendingChild(tx: Tx, parentId: number): Promise<void> {
  await tx.deleteFrom('access_alias').where('parent_id', '=', parentId).execute();
}

/** Names of the rules that use the alias, by name; pending changes of rules included. */
export async function listRulesUsing(tx: Tx, aliasId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('access_rule as r')
    .innerJoin('access_rule_alias as x', 'x.rule_id', 'r.id')
    .select('r.name')
    .distinct()
    .where('x.alias_id', '=', aliasId)
    .orderBy('r.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Replaces aliases with their pending changes: in all rules too, pending ones included. */
export async function replaceWithChildren(tx: Tx, childIds: readonly number[]): Promise<void> {
  const ids = [...childIds];
  await sql`
    update access_rule_alias x set alias_id = c.id from access_alias c
    where c.id = any(${ids}::int[]) and x.alias_id = c.parent_id`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select parent_id as id from access_alias where id = any(${ids}::int[])`.execute(tx);
  await sql`update access_alias set parent_id = null, state = 'applied' where id = any(${ids}::int[])`.execute(tx);
  await sql`delete from access_alias where id = any(${rows.map(({ id }) => id)}::int[])`.execute(tx);
}
