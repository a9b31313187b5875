import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** An entry as its hash covers it. */
export interface Link {
  readonly id: number;
  /** What was hashed, after the hash of the entry before. */
  readonly text: string;
  readonly hash: Buffer;
}

/** The entries after a number, in order, at most `limit`. The text is put together as append_activity does it. */
export function listLinks(tx: Tx, after: number, limit: number): Promise<Link[]> {
  return tx
    .selectFrom('activity_entry')
    .select([
      'id',
      'hash',
      sql<string>`jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint, user_id, username, location, ip::text,
        event, module, device, description, metadata)::text`.as('text'),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The newest entry. */
export function findHead(tx: Tx): Promise<{ id: number; hash: Buffer } | undefined> {
  return tx.selectFrom('activity_entry').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export interface CheckpointRow {
  readonly number: number;
  readonly at: Date;
  /** Number of the newest entry then; of `hash` too. */
  readonly entry_id: number;
  readonly hash: Buffer;
  readonly signature: Buffer;
}

const checkpointColumns = ['number', 'at', 'entry_id', 'hash', 'signature'] as const;

/** The checkpoints after a number, in order, at most `limit`. */
export function listCheckpoints(tx: Tx, after: number, limit: number): Promise<CheckpointRow[]> {
  return tx
    .selectFrom('activity_checkpoint')
    .select(checkpointColumns)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export function findLastCheckpoint(tx: Tx): Promise<CheckpointRow | undefined> {
  return tx
    .selectFrom('activity_checkpoint')
    .select(checkpointColumns)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Does nothing when another core made the one of this number. Returns whether it was made. */
export async function insertCheckpoint(tx: Tx, checkpoint: CheckpointRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('activity_checkpoint')
    .values(checkpoint)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The sealed key that signs checkpoints; undefined before the first core has made one. */
export async function findSealedKey(db: Database | Tx): Promise<Buffer | undefined> {
  const row = await db.selectFrom('instance').select('value').where('name', '=', keyName).executeTakeFirst();
  return row?.value;
}

/** Does nothing when another core was first: its key is the one that counts. */
export async function insertSealedKey(db: Database | Tx, value: Buffer): Promise<void> {
  await db
    .insertInto('instance')
    .values({ name: keyName, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const keyName = 'activity-key';
