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

/** The hash of an entry. */
export async function findEntryHash(tx: Tx, id: number): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('activity_entry').select('hash').where('id', '=', id).executeTakeFirst();
  return row?.hash;
}

/** Any number that no other lock of the product uses. */
const signingLock = 7_203_114_505;

/** Until the transaction ends no other signs or changes the signing key. */
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
  /** Number of the newest entry then; of `hash` too. */
  readonly entry_id: number;
  readonly hash: Buffer;
  /** JSON, as it was signed, of why the chain begins again here; null where it continues. */
  readonly acknowledged: string | null;
  readonly signature: Buffer;
}

const checkpointColumns = ['number', 'at', 'entry_id', 'hash', 'acknowledged', 'signature'] as const;

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

export function findCheckpoint(tx: Tx, number: number): Promise<CheckpointRow | undefined> {
  return tx.selectFrom('activity_checkpoint').select(checkpointColumns).where('number', '=', number).executeTakeFirst();
}

/** The one before it in the table, whose number need not be one less. */
export function findCheckpointBefore(tx: Tx, number: number): Promise<CheckpointRow | undefined> {
  return tx
    .selectFrom('activity_checkpoint')
    .select(checkpointColumns)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest that begins the chain again. */
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

/** The sealed key that signs checkpoints; undefined before the first core has made one. */
export async function findEncryptedKey(db: Database | Tx): Promise<Buffer | undefined> {
  const row = await db.selectFrom('instance').select('value').where('name', '=', keyName).executeTakeFirst();
  return row?.value;
}

/** Stores it in place of any other. */
export async function setEncryptedKey(tx: Tx, value: Buffer): Promise<void> {
  await tx
    .insertInto('instance')
    .values({ name: keyName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const keyName = 'activity-key';
