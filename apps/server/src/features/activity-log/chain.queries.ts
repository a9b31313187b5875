import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** An entry as its hash covers it. */
export interface Link {
  readonly id: number;
  /** What was hashed, after the previous entry's hash. */
  readonly text: string;
  readonly hash: Buffer;
}

/** Entries after a number, in order, at most `limit`. The text is built as in append_activity. */
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

/** The first entry after a number that is older than the time. */
export async function findOlderThan(tx: Tx, after: number, at: Date): Promise<number | undefined> {
  const row = await tx
    .selectFrom('activity_entry')
    .select('id')
    .where('id', '>', after)
    .where('at', '<', at)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function findEntryHash(tx: Tx, id: number): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('activity_entry').select('hash').where('id', '=', id).executeTakeFirst();
  return row?.hash;
}

/** Id of an advisory lock; no other lock of the product uses it. */
const signingLock = 7_203_114_505;

/** Until the transaction ends, no other transaction signs or changes the signing key. */
export async function lockSigning(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${signingLock})`.execute(tx);
}

/** The newest entry. */
export function findHead(tx: Tx): Promise<{ id: number; hash: Buffer } | undefined> {
  return tx.selectFrom('activity_entry').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export interface CheckpointRow {
  readonly number: number;
  readonly at: Date;
  /** Number of the newest entry at that time, whose hash is `hash`. */
  readonly entry_id: number;
  readonly hash: Buffer;
  /** JSON, as it was signed: why the chain restarts here; null where it continues. */
  readonly acknowledged: string | null;
  readonly signature: Buffer;
}

const checkpointColumns = ['number', 'at', 'entry_id', 'hash', 'acknowledged', 'signature'] as const;

/** Checkpoints after a number, in order, at most `limit`. */
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

export function findCheckpoint(tx: Tx, number: number): Promise<CheckpointRow | undefined> {
  return tx.selectFrom('activity_checkpoint').select(checkpointColumns).where('number', '=', number).executeTakeFirst();
}

/** The previous checkpoint in the table; its number need not be one less. */
export function findCheckpointBefore(tx: Tx, number: number): Promise<CheckpointRow | undefined> {
  return tx
    .selectFrom('activity_checkpoint')
    .select(checkpointColumns)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest checkpoint that restarts the chain. */
export function findLastAcknowledged(tx: Tx): Promise<CheckpointRow | undefined> {
  return tx
    .selectFrom('activity_checkpoint')
    .select(checkpointColumns)
    .where('acknowledged', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertCheckpoint(tx: Tx, checkpoint: CheckpointRow): Promise<void> {
  await tx.insertInto('activity_checkpoint').values(checkpoint).execute();
}
