// Reads user, group, device and location to check references.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ListsRow } from './active-rules.queries.ts';

export interface AccessTestFields extends ListsRow {
  readonly name: string;
  readonly expectation: 'allowed' | 'denied';
  /** At most one of these three; none means all users. */
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly device_id: number | null;
  /** Null means all locations that enforce access rules. */
  readonly location_id: number | null;
}

export interface AccessTestRow extends AccessTestFields {
  readonly id: number;
}

const columns = [
  ...(['id', 'name', 'user_id', 'group_id', 'device_id', 'location_id', 'destination', 'ports', 'protocols'] as const),
  sql<AccessTestFields['expectation']>`expectation`.as('expectation'),
] as const;

/** By name. */
export function listTests(db: Database | Tx): Promise<AccessTestRow[]> {
  return db.selectFrom('access_test').select(columns).orderBy(sql`lower(name)`).orderBy('id').execute();
}

/** Locks the row until the transaction ends; undefined if there is none. */
export function lockTest(tx: Tx, id: number): Promise<AccessTestRow | undefined> {
  return tx.selectFrom('access_test').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertTest(tx: Tx, fields: AccessTestFields): Promise<AccessTestRow> {
  return tx.insertInto('access_test').values(fields).returning(columns).executeTakeFirstOrThrow();
}

export function setTest(tx: Tx, id: number, fields: AccessTestFields): Promise<AccessTestRow> {
  return tx.updateTable('access_test').set(fields).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();
}

export async function deleteTest(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('access_test').where('id', '=', id).execute();
}

/** Serializes additions until the transaction ends, and returns the number of tests. */
export async function countTests(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('gatewarden.access-tests'))`.execute(tx);
  const { count } = await tx
    .selectFrom('access_test')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The column that refers to no object of the fitting kind; undefined if there is none. */
export async function findUnknownReference(
  tx: Tx,
  { user_id: userId, group_id: groupId, device_id: deviceId, location_id: locationId }: AccessTestFields,
): Promise<'source_id' | 'location_id' | undefined> {
  const { rows } = await sql<{ source: boolean; location: boolean }>`
    select
      (${userId}::int is null or exists (select from "user" where id = ${userId}))
        and (${groupId}::int is null or exists (select from "group" where id = ${groupId}))
        and (${deviceId}::int is null or exists (select from device where id = ${deviceId} and kind = 'network'))
        as source,
      (${locationId}::int is null or exists (select from location where id = ${locationId})) as location`.execute(tx);
  if (rows[0]?.source === false) return 'source_id';
  return rows[0]?.location === false ? 'location_id' : undefined;
}
