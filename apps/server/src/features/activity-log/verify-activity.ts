import { createHash } from 'node:crypto';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import { type CheckpointRow, type Link, listCheckpoints, listLinks } from './chain.queries.ts';
import { isSigned, loadSigningKey, publicText, type SigningKey } from './checkpoints.ts';

/** The first thing that is wrong. `id` is the number of the first entry that is not as it was written. */
export type Break =
  | { readonly kind: 'missing'; readonly id: number }
  /** Its content, its place or its hash is not what was written. */
  | { readonly kind: 'altered'; readonly id: number }
  /** Every hash up to `until` was computed anew: somewhere from `id` on, entries are not those that were signed. */
  | { readonly kind: 'rewritten'; readonly id: number; readonly until: number; readonly checkpoint: number }
  | { readonly kind: 'checkpoint forged'; readonly id: number; readonly checkpoint: number }
  | { readonly kind: 'checkpoint missing'; readonly id: number; readonly checkpoint: number };

export interface Verdict {
  /** Entries that were found to be whole, from the first on. */
  readonly entries: number;
  readonly checkpoints: number;
  /** Up to this entry a checkpoint vouches for the log; 0 before the first one. */
  readonly signedUntil: number;
  readonly signedAt: Date | undefined;
  readonly publicKey: string;
  readonly broken: Break | undefined;
}

const batch = 5_000;

/** Computes every hash anew and compares the log with what was signed. Stops at the first break. */
export async function verifyActivity(db: Database, cipher: Cipher): Promise<Verdict> {
  const key = await loadSigningKey(db, cipher);
  return inSnapshot(db, async (tx) => {
    const signatures = await readCheckpoints(tx, key);
    const chain = await readChain(tx, signatures.checkpoints);
    const last = chain.passed.at(-1);
    return {
      entries: chain.entries,
      checkpoints: chain.passed.length,
      signedUntil: last?.entry_id ?? 0,
      signedAt: last?.at,
      publicKey: publicText(key),
      broken: earliest(chain.broken, signatures.broken),
    };
  });
}

/** Those before the first that is not as it was signed. */
async function readCheckpoints(
  tx: Tx,
  key: SigningKey,
): Promise<{ checkpoints: CheckpointRow[]; broken: Break | undefined }> {
  const checkpoints: CheckpointRow[] = [];
  for (;;) {
    const rows = await listCheckpoints(tx, checkpoints.length, batch);
    if (rows.length === 0) return { checkpoints, broken: undefined };
    for (const row of rows) {
      const former = checkpoints.at(-1);
      const place = { id: (former?.entry_id ?? 0) + 1, checkpoint: checkpoints.length + 1 };
      if (row.number !== place.checkpoint) return { checkpoints, broken: { kind: 'checkpoint missing', ...place } };
      if (!isSigned(key, row, former?.signature)) {
        return { checkpoints, broken: { kind: 'checkpoint forged', ...place } };
      }
      checkpoints.push(row);
    }
  }
}

interface Chain {
  readonly entries: number;
  readonly passed: readonly CheckpointRow[];
  readonly broken: Break | undefined;
}

async function readChain(tx: Tx, checkpoints: readonly CheckpointRow[]): Promise<Chain> {
  const passed: CheckpointRow[] = [];
  let id = 0;
  let hash: Buffer = Buffer.alloc(0);
  const end = (broken: Break | undefined): Chain => ({ entries: id, passed, broken });
  for (;;) {
    const links = await listLinks(tx, id, batch);
    for (const link of links) {
      const broken = look(link, id + 1, hash);
      if (broken) return end(broken);
      const due = checkpoints[passed.length];
      if (due?.entry_id === link.id) {
        if (!due.hash.equals(link.hash)) {
          return end({ kind: 'rewritten', id: signedBefore(passed) + 1, until: link.id, checkpoint: due.number });
        }
        passed.push(due);
      }
      id = link.id;
      hash = link.hash;
    }
    // a checkpoint beyond the end: entries were there that are gone
    if (links.length === 0) return end(checkpoints[passed.length] ? { kind: 'missing', id: id + 1 } : undefined);
  }
}

function look(link: Link, expectedId: number, former: Buffer): Break | undefined {
  if (link.id !== expectedId) return { kind: 'missing', id: expectedId };
  const hash = createHash('sha256').update(former).update(link.text).digest();
  return hash.equals(link.hash) ? undefined : { kind: 'altered', id: expectedId };
}

function signedBefore(passed: readonly CheckpointRow[]): number {
  return passed.at(-1)?.entry_id ?? 0;
}

/** Of two breaks the one that concerns the earlier entry; the chain's when they tie. */
function earliest(first: Break | undefined, second: Break | undefined): Break | undefined {
  if (!first || !second) return first ?? second;
  return second.id < first.id ? second : first;
}
