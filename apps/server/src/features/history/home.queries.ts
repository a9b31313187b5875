// Reads the catalog of PostgreSQL to identify this database.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Identifies a PostgreSQL database. `cluster` is empty if there is no permission to read the cluster's identifier. */
export interface Identity {
  readonly cluster: string;
  readonly databaseOid: number;
}

export interface Home extends Identity {
  readonly hasMarkFile: boolean;
}

/**
 * Moves and upgrades that copy files preserve the identity; a restored dump, or a copy of the database, has another
 * one.
 */
export async function readIdentity(db: Database | Tx): Promise<Identity> {
  const { rows: permissions } = await sql<{ isAllowed: boolean }>`
    select has_function_privilege('pg_catalog.pg_control_system()', 'execute') as "isAllowed"`.execute(db);
  const cluster = permissions[0]?.isAllowed
    ? sql`(select system_identifier::text from pg_catalog.pg_control_system())`
    : sql`''`;
  const { rows } = await sql<Identity>`
    select ${cluster} as cluster, oid::bigint as "databaseOid" from pg_catalog.pg_database
    where datname = current_database()`.execute(db);
  const [identity] = rows;
  if (!identity) throw new Error('the catalog does not list the current database');
  return identity;
}

/** The database that this history was last written to; undefined until the first core has stored it. */
export async function findHome(db: Database | Tx): Promise<Home | undefined> {
  const row = await db.selectFrom('history_home').selectAll().executeTakeFirst();
  return row && { cluster: row.cluster, databaseOid: row.database_oid, hasMarkFile: row.has_mark_file };
}

export async function setHome(tx: Tx, { cluster, databaseOid, hasMarkFile }: Home): Promise<void> {
  const values = { cluster, database_oid: databaseOid, has_mark_file: hasMarkFile };
  await tx
    .insertInto('history_home')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}

/** While true, a missing mark file next to the embedded database means that a backup was restored. */
export async function setHasMarkFile(db: Database | Tx, hasMarkFile: boolean): Promise<void> {
  await db.updateTable('history_home').set({ has_mark_file: hasMarkFile }).execute();
}
