import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';

/** Id of an advisory lock; no other lock of the product uses it. */
const dataKeysLock = 7_203_114_507;

/** Until the transaction ends, no other one adds or wraps data keys. */
export async function lockDataKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${dataKeysLock})`.execute(tx);
}

export interface DataKeyRow {
  readonly id: number;
  /** Null if it is not wrapped with the instance key. */
  readonly wrapped: Buffer | null;
}

/** Newest first. */
export function listDataKeys(tx: Tx, instanceKeyId: Buffer): Promise<DataKeyRow[]> {
  return selectDataKeys(tx, instanceKeyId).execute();
}

/** The newest data key. */
export function findNewestDataKey(db: Database | Tx, instanceKeyId: Buffer): Promise<DataKeyRow | undefined> {
  return selectDataKeys(db, instanceKeyId).limit(1).executeTakeFirst();
}

/**
 * The newest data key; it is not deleted until the transaction ends. Undefined only if it was deleted while this
 * statement waited for that: then there is a newer one.
 */
export function lockNewestDataKey(tx: Tx, instanceKeyId: Buffer): Promise<DataKeyRow | undefined> {
  return selectDataKeys(tx, instanceKeyId).limit(1).forKeyShare('d').executeTakeFirst();
}

function selectDataKeys(db: Database | Tx, instanceKeyId: Buffer) {
  return db
    .selectFrom('data_key as d')
    .leftJoin('wrapped_key as w', (join) =>
      join.onRef('w.data_key_id', '=', 'd.id').on('w.instance_key_id', '=', instanceKeyId),
    )
    .select(['d.id', 'w.wrapped'])
    .orderBy('d.id', 'desc');
}

export async function insertDataKey(tx: Tx): Promise<number> {
  const { id } = await tx.insertInto('data_key').defaultValues().returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Does nothing if the data key is already wrapped with this instance key. */
export async function insertWrappedKey(
  tx: Tx,
  row: { readonly data_key_id: number; readonly instance_key_id: Buffer; readonly wrapped: Buffer },
): Promise<void> {
  await tx
    .insertInto('wrapped_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasOtherWrappedKeys(tx: Tx, instanceKeyId: Buffer): Promise<boolean> {
  const others = tx.selectFrom('wrapped_key').select('data_key_id').where('instance_key_id', '<>', instanceKeyId);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

/** From now on no other instance key decrypts anything. */
export async function deleteOtherWrappedKeys(tx: Tx, instanceKeyId: Buffer): Promise<void> {
  await tx.deleteFrom('wrapped_key').where('instance_key_id', '<>', instanceKeyId).execute();
}

/** Waits for transactions that encrypt with older data keys than this one. */
export async function lockOlderDataKeys(tx: Tx, newestKeyId: number): Promise<void> {
  await tx.selectFrom('data_key').select('id').where('id', '<', newestKeyId).forUpdate().execute();
}

/** Deletes older data keys that no secret uses. */
export async function deleteUnusedDataKeys(tx: Tx, newestKeyId: number): Promise<void> {
  await tx
    .deleteFrom('data_key')
    .where('id', '<', newestKeyId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('secret').select('kind').whereRef('secret.key_id', '=', 'data_key.id'))),
    )
    .execute();
}

/** Whether secrets were stored in this database, also by a former version. */
export async function hasDataKey(db: Database, formerProofName: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from data_key)
    or exists (select from instance where name = ${formerProofName}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Undefined if no former version stored one, or if it was deleted. */
export async function findInstanceValue(tx: Tx, name: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function deleteInstanceValue(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('instance').where('name', '=', name).execute();
}
