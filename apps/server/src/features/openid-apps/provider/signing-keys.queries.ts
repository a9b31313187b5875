import { type Selectable, sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { OpenidKey } from '../../../platform/database/types.gen.ts';

export type SigningKeyRow = Selectable<OpenidKey>;

/** Id of an advisory lock; no other lock of the product uses it. */
const keysLock = 7_203_114_511;

/** Until the transaction ends, no other one adds or rotates keys. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keysLock})`.execute(tx);
}

/** Current keys first, then the next ones, then former ones, the newest first. */
export function listKeys(db: Database | Tx): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('openid_key')
    .selectAll()
    .orderBy(sql`array_position(array['current', 'next', 'former'], state)`)
    .orderBy('id', 'desc')
    .execute();
}

interface NewKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly public_key: string;
  readonly state: 'next' | 'current';
  readonly created_at: Date;
  readonly current_at: Date | null;
}

/** Returns its id. */
export async function insertKey(tx: Tx, key: NewKey): Promise<number> {
  const { id } = await tx.insertInto('openid_key').values(key).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Current keys only verify from now on. */
export async function retireCurrentKeys(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('openid_key').set({ state: 'former', former_at: now }).where('state', '=', 'current').execute();
}

/** The next keys sign from now on. */
export async function activateNextKeys(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('openid_key').set({ state: 'current', current_at: now }).where('state', '=', 'next').execute();
}

/** Returns how many keys were deleted. */
export async function deleteFormerKeys(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('openid_key')
    .where('state', '=', 'former')
    .where('former_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
