import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';
import { isSigned } from './checkpoints.ts';
import { breakBetween, contradictionOf, type ExternalCopy, type KeyState } from './contradictions.ts';
import { publicText, readSigningKey } from './signing-key.ts';

/** Something that is wrong. `id` is the number of the first entry that is not as it was written. */
export type Break =
  | { readonly kind: 'missing'; readonly id: number }
  /** Its content, its place or its hash is not what was written. */
  | { readonly kind: 'altered'; readonly id: number }
  /** Every hash up to `until` was computed again: somewhere from `id` on, entries are not those that were signed. */
  | { readonly kind: 'rewritten'; readonly id: number; readonly until: number; readonly checkpoint: number }
  | { readonly kind: 'checkpoint forged'; readonly id: number; readonly checkpoint: number }
  | { readonly kind: 'checkpoint missing'; readonly id: number; readonly checkpoint: number }
  /** Older than the interval of checkpoints, and no checkpoint covers it. */
  | { readonly kind: 'unsigned'; readonly id: number }
  /** The log is not the one that a checkpoint outside of the database names. */
  | {
      readonly kind: 'contradiction';
      readonly id: number;
      readonly checkpoint: number;
      readonly problem: LogProblemKind;
    };

export interface Verdict {
  /** Entries that were read: all of them, or those before the first break. */
  readonly entries: number;
  readonly checkpoints: number;
  /** Up to this entry a checkpoint covers the log; 0 before the first one. */
  readonly signedUntil: number;
  readonly signedAt: Date | undefined;
  /** Undefined before the first checkpoint. */
  readonly publicKey: string | undefined;
  /** The checkpoint outside of the database that it was compared with. */
  readonly comparedWith: number | undefined;
  /** Where an administrator began the chain again; what is broken before it stays acknowledged. */
  readonly acknowledged: readonly { readonly number: number; readonly at: Date; readonly text: string }[];
  readonly broken: Break | undefined;
}

interface Options {
  readonly db: Database;
  readonly cipher: Cipher;
  readonly now: Date;
  /** A checkpoint from outside of the database; undefined when there is none. */
  readonly external: ExternalCopy;
}

const batch = 5_000;
/** Core signs every hour and tries again for some minutes. */
const longestUnsignedMilliseconds = 2 * 3_600_000;

/** Computes every hash and compares the log with what was signed. Names the first break that is not acknowledged. */
export function verifyActivity({ db, cipher, now, external }: Options): Promise<Verdict> {
  return inSnapshot(db, async (tx) => {
    const key = await readSigningKey(tx, cipher);
    const signatures = await readCheckpoints(tx, key);
    const chain = await readChain(tx, signatures);
    const found = await contradictionOf(tx, key, external);
    const contradiction = found && {
      kind: 'contradiction' as const,
      id: found.entry_id,
      checkpoint: found.number,
      problem: found.kind,
    };
    return {
      entries: chain.entries,
      checkpoints: chain.passed.length,
      signedUntil: signedUntil(chain.passed),
      signedAt: chain.passed.at(-1)?.at,
      publicKey: key === undefined || key === 'unreadable' ? undefined : publicText(key),
      comparedWith: external === 'unreadable' ? undefined : external?.number,
      acknowledged: signatures.acknowledged.map(({ number, at, acknowledged }) => ({
        number,
        at,
        text: acknowledged ?? '',
      })),
      broken:
        earliest(chain.broken, signatures.broken) ??
        contradiction ??
        (await findUnsigned(tx, signedUntil(chain.passed), now)),
    };
  });
}

interface Signatures {
  /** Those that the key of the instance made. */
  readonly valid: readonly queries.CheckpointRow[];
  readonly acknowledged: readonly queries.CheckpointRow[];
  /** The first that is not as it was signed after the last acknowledgement. */
  readonly broken: Break | undefined;
}

async function readCheckpoints(tx: Tx, state: KeyState): Promise<Signatures> {
  const valid: queries.CheckpointRow[] = [];
  let acknowledged: queries.CheckpointRow[] = [];
  let broken: Break | undefined;
  let former: queries.CheckpointRow | undefined;
  for (;;) {
    const rows = await queries.listCheckpoints(tx, former?.number ?? 0, batch);
    if (rows.length === 0) return { valid, acknowledged, broken };
    for (const row of rows) {
      const isValid = state !== undefined && state !== 'unreadable' && isSigned(state, row, former);
      if (isValid) valid.push(row);
      if (isValid && row.acknowledged !== null) {
        acknowledged = [...acknowledged, row];
        broken = undefined;
      } else {
        broken ??= breakAt(row, former, isValid);
      }
      former = row;
    }
  }
}

function breakAt(
  row: queries.CheckpointRow,
  former: queries.CheckpointRow | undefined,
  isValid: boolean,
): Break | undefined {
  const place = { id: (former?.entry_id ?? 0) + 1, checkpoint: (former?.number ?? 0) + 1 };
  if (row.number !== place.checkpoint) return { kind: 'checkpoint missing', ...place };
  return isValid ? undefined : { kind: 'checkpoint forged', ...place };
}

interface Chain {
  readonly entries: number;
  /** The checkpoints that the entries agree with, by number. */
  readonly passed: readonly queries.CheckpointRow[];
  /** The first break after the last acknowledgement. */
  readonly broken: Break | undefined;
}

async function readChain(tx: Tx, { valid, acknowledged }: Signatures): Promise<Chain> {
  const begin = acknowledged.at(-1);
  const byEntry = Map.groupBy(valid, ({ entry_id }) => entry_id);
  const passed: queries.CheckpointRow[] = [];
  let id = 0;
  let hash: Buffer = Buffer.alloc(0);
  const end = (broken: Break | undefined): Chain => ({
    entries: id,
    passed: passed.toSorted((a, b) => a.number - b.number),
    broken,
  });
  for (;;) {
    const links = await queries.listLinks(tx, id, batch);
    for (const link of links) {
      const kind = breakBetween(hash, id + 1, link);
      if (kind && id + 1 > (begin?.entry_id ?? 0)) return end({ kind, id: id + 1 });
      for (const due of byEntry.get(link.id) ?? []) {
        if (due.hash.equals(link.hash)) passed.push(due);
        else if (due.number >= (begin?.number ?? 0)) {
          return end({ kind: 'rewritten', id: signedUntil(passed) + 1, until: link.id, checkpoint: due.number });
        }
      }
      ({ id, hash } = link);
    }
    if (links.length > 0) continue;
    // a checkpoint beyond the end: entries were there that are gone
    const isCut = valid.some(({ number, entry_id }) => number >= (begin?.number ?? 0) && entry_id > id);
    return end(isCut ? { kind: 'missing', id: id + 1 } : undefined);
  }
}

async function findUnsigned(tx: Tx, after: number, now: Date): Promise<Break | undefined> {
  const id = await queries.findOlderThan(tx, after, new Date(now.getTime() - longestUnsignedMilliseconds));
  return id === undefined ? undefined : { kind: 'unsigned', id };
}

function signedUntil(passed: readonly queries.CheckpointRow[]): number {
  return passed.reduce((most, { entry_id }) => Math.max(most, entry_id), 0);
}

/** Of two breaks the one that concerns the earlier entry; the chain's when they tie. */
function earliest(first: Break | undefined, second: Break | undefined): Break | undefined {
  if (!first || !second) return first ?? second;
  return second.id < first.id ? second : first;
}
