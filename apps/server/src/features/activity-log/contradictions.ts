import { createHash } from 'node:crypto';
import type { LogCheckpoint, LogProblemKind } from '@gatewarden/contract/activity-log';
import type { Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { isSigned } from './checkpoints.ts';
import { encodePublicKey, type SigningKey } from './signing-key.ts';

/** Why the log is not the one that was signed. `number` and `entry_id` are those of the checkpoint that it contradicts. */
export interface Contradiction {
  readonly kind: LogProblemKind;
  readonly number: number;
  readonly entry_id: number;
}

/** A checkpoint outside of the database; 'unreadable' if its file exists but has no readable checkpoint. */
export type ExternalCopy = LogCheckpoint | 'unreadable' | undefined;

export type KeyState = SigningKey | 'unreadable' | undefined;

/**
 * Compares the log with a checkpoint from outside of the database. Undefined if the log continues it, or if a later
 * signed checkpoint acknowledges that it does not.
 */
export async function findContradiction(
  tx: Tx,
  key: KeyState,
  external: ExternalCopy,
): Promise<Contradiction | undefined> {
  if (external === 'unreadable')
    return (await findInternalContradiction(tx, key)) ?? { kind: 'file_unreadable', ...(await findLastPosition(tx)) };
  return (
    (external && (await findContradictionWithCopy(tx, key, external))) ?? (await findInternalContradiction(tx, key))
  );
}

async function findContradictionWithCopy(
  tx: Tx,
  state: KeyState,
  external: LogCheckpoint,
): Promise<Contradiction | undefined> {
  const key = state === 'unreadable' ? undefined : state;
  const { number, entry_id } = external;
  if (key && (await isAcknowledgedAfter(tx, key, number))) return undefined;
  if (!key || encodePublicKey(key) !== external.public_key) return { kind: 'key_changed', number, entry_id };
  const entry = await queries.findEntryHash(tx, entry_id);
  if (!entry) return { kind: 'behind', number, entry_id };
  if (entry.toString('hex') !== external.hash) return { kind: 'rewritten', number, entry_id };
  const row = await queries.findCheckpoint(tx, number);
  const isStored = row?.signature.toString('base64') === external.signature;
  return isStored ? undefined : { kind: 'checkpoints_missing', number, entry_id };
}

/** Contradictions that show without an external copy: the key is created together with the first checkpoint. */
async function findInternalContradiction(tx: Tx, key: KeyState): Promise<Contradiction | undefined> {
  const [last, position] = [await queries.findLastCheckpoint(tx), await findLastPosition(tx)];
  if (key === 'unreadable' || (last && !key)) return { kind: 'key_changed', ...position };
  if (!key) return undefined;
  if (!last) return { kind: 'checkpoints_missing', ...position };
  const isValid = isSigned(key, last, await queries.findCheckpointBefore(tx, last.number));
  return isValid ? undefined : { kind: 'rewritten', ...position };
}

async function findLastPosition(tx: Tx): Promise<Pick<Contradiction, 'number' | 'entry_id'>> {
  const last = await queries.findLastCheckpoint(tx);
  return { number: last?.number ?? 0, entry_id: last?.entry_id ?? 0 };
}

async function isAcknowledgedAfter(tx: Tx, key: SigningKey, number: number): Promise<boolean> {
  const row = await queries.findLastAcknowledged(tx);
  if (!row || row.number <= number) return false;
  return isSigned(key, row, await queries.findCheckpointBefore(tx, row.number));
}

/** Undefined if the link continues the previous hash; otherwise what is wrong with the entry of that number. */
function findLinkBreak(
  previousHash: Buffer,
  expectedId: number,
  link: queries.Link,
): 'missing' | 'altered' | undefined {
  if (link.id !== expectedId) return 'missing';
  return computeHash(previousHash, link).equals(link.hash) ? undefined : 'altered';
}

/** The hash of an entry, computed from the previous hash and the entry's content. */
export function computeHash(previousHash: Buffer, { text }: Pick<queries.Link, 'text'>): Buffer {
  return createHash('sha256').update(previousHash).update(text).digest();
}

const batchSize = 5_000;

/** Whether the chain from a checkpoint to the newest entry is intact. */
export async function isChainIntactAfter(tx: Tx, checkpoint: queries.CheckpointRow | undefined): Promise<boolean> {
  let [id, hash] = checkpoint ? [checkpoint.entry_id, checkpoint.hash] : [0, Buffer.alloc(0)];
  for (;;) {
    const links = await queries.listLinks(tx, id, batchSize);
    for (const link of links) {
      if (findLinkBreak(hash, id + 1, link)) return false;
      ({ id, hash } = link);
    }
    if (links.length < batchSize) return true;
  }
}
