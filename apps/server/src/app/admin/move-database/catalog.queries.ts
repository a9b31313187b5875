// Reads the catalog of PostgreSQL and changes the tables that it lists. Names from the catalog are quoted.
import type pg from 'pg';

export interface Table {
  /** With its schema, quoted. */
  readonly name: string;
  /** All columns except generated ones, quoted, in the order of their names. */
  readonly columns: string;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export interface Sequence {
  readonly name: string;
  readonly lastValue: string;
}

type Client = Pick<pg.ClientBase, 'query'>;

const isOurs = (namespace: string) =>
  `${namespace}.nspname not in ('pg_catalog', 'information_schema') and ${namespace}.nspname not like 'pg\\_%'`;

/**
 * Returns the name of any table, view or sequence in the database, except those of extensions; undefined if there is
 * none.
 */
export async function findAnyRelation(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${isOurs('n')} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  return rows[0]?.name;
}

/** Lists tables that store rows, except the list of applied migrations, which the target already has. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${isOurs('n')} and c.relkind = 'r' and c.relname <> 'schema_migration' order by 1`,
  );
  return rows;
}

/** Lists declared foreign keys, without those that partitions inherit from their table. */
export async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${isOurs('n')} order by 1, 2`,
  );
  return rows;
}

/** Lists sequences that have been used. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
    from pg_sequences where last_value is not null`,
  );
  return rows;
}

export async function setSequences(client: Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, lastValue } of sequences) await client.query('select setval($1, $2)', [name, lastValue]);
}

export async function truncate(client: Client, tables: readonly Table[]): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
}

export async function dropForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
}

/** Fails when a row refers to one that does not exist. */
export async function addForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

export async function disableTriggers(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
}

export async function enableTriggers(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}
