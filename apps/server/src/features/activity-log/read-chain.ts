import { createHash, type Hash } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { parseAcknowledged } from './acknowledgements.ts';
import { type Break, changedAfterAcknowledgement, maxListedBreaks } from './breaks.ts';
import { type CheckpointRow, type Link, listLinks } from './chain.queries.ts';
import { computeHash } from './contradictions.ts';
import type { CheckpointsReport } from './read-checkpoints.ts';

export interface ChainReport {
  /** Entries that were read. */
  readonly count: number;
  /** All of them, or those before the first break. */
  readonly intact: number;
  /** The checkpoints before the first break that match the entries, by number. */
  readonly passed: readonly CheckpointRow[];
  /** The breaks after the last acknowledgement, in order, at most `maxListedBreaks`. */
  readonly broken: readonly Break[];
  /** Breaks that are not listed. */
  readonly unlistedBreaks: number;
  /** Digest of the hashes of all entries, computed from their content. */
  readonly digest: string;
}

const batchSize = 5_000;

/** Computes the hash of every entry up to `head` and compares the hashes with the signed checkpoints. */
export async function readChain(tx: Tx, signatures: CheckpointsReport, head: number): Promise<ChainReport> {
  const acknowledgement = signatures.acknowledged.at(-1);
  const reader = createChainVerifier(signatures.valid, acknowledgement);
  // core writes no numbers below 1: entries with such numbers are breaks too
  let id = -Number.MAX_SAFE_INTEGER;
  while (id < head) {
    const links = (await listLinks(tx, id, batchSize)).filter((link) => link.id <= head);
    for (const link of links) reader.read(link);
    const last = links.at(-1);
    if (!last) break;
    id = last.id;
  }
  return reader.end();
}

/** Receives the entries in order and collects the breaks. */
function createChainVerifier(valid: readonly CheckpointRow[], acknowledgement: CheckpointRow | undefined) {
  const laterByEntry = Map.groupBy(
    valid.filter(({ number }) => number >= (acknowledgement?.number ?? 0)),
    ({ entry_id }) => entry_id,
  );
  const earlierByEntry = Map.groupBy(
    valid.filter(({ number }) => number < (acknowledgement?.number ?? 0)),
    ({ entry_id }) => entry_id,
  );
  const passed: CheckpointRow[] = [];
  const broken: Break[] = [];
  const digest = createHash('sha256');
  let [id, hash, count, unlistedBreaks] = [0, Buffer.alloc(0) as Buffer, 0, 0];
  let isAfterAcknowledgement = acknowledgement === undefined;
  const add = (found: Break) => {
    if (broken.length < maxListedBreaks) broken.push(found);
    else unlistedBreaks += 1;
  };
  /** The part before the last acknowledgement must be unchanged since then, broken or not. */
  const closeAcknowledgedPart = () => {
    if (isAfterAcknowledgement || !acknowledgement) return;
    isAfterAcknowledgement = true;
    if (!matchesAcknowledgement(acknowledgement, count, digest)) add(changedAfterAcknowledgement(acknowledgement));
  };
  const compare = (link: Link) => {
    for (const checkpoint of earlierByEntry.get(link.id) ?? []) {
      if (checkpoint.hash.equals(link.hash) && broken.length === 0) passed.push(checkpoint);
    }
    for (const checkpoint of laterByEntry.get(link.id) ?? []) {
      if (!checkpoint.hash.equals(link.hash)) {
        const { number } = checkpoint;
        add({ kind: 'rewritten', id: signedUntil(passed) + 1, until: link.id, checkpoint: number });
      } else if (broken.length === 0) {
        passed.push(checkpoint);
      }
    }
  };
  return {
    read(link: Link): void {
      if (acknowledgement && link.id > acknowledgement.entry_id) closeAcknowledgedPart();
      const computed = computeHash(hash, link);
      if (isAfterAcknowledgement && link.id !== id + 1) add({ kind: 'missing', id: id + 1 });
      else if (isAfterAcknowledgement && !computed.equals(link.hash)) add({ kind: 'altered', id: link.id });
      digest.update(computed);
      count += 1;
      compare(link);
      ({ id, hash } = link);
    },
    end(): ChainReport {
      closeAcknowledgedPart();
      // a checkpoint beyond the end: entries were deleted
      if ([...laterByEntry.keys()].some((entry) => entry > id)) add({ kind: 'missing', id: id + 1 });
      const [first] = broken;
      return {
        count,
        intact: first ? first.id - 1 : count,
        passed: passed.toSorted((a, b) => a.number - b.number),
        broken,
        unlistedBreaks,
        digest: digest.digest('hex'),
      };
    },
  };
}

function matchesAcknowledgement({ acknowledged }: CheckpointRow, count: number, digest: Hash): boolean {
  const state = parseAcknowledged(acknowledged);
  // an acknowledgement of an earlier release does not state what it covers
  if (!state) return true;
  return state.entries === count && state.entries_digest === digest.copy().digest('hex');
}

/** The number of the newest entry that these checkpoints cover; 0 when there is none. */
export function signedUntil(passed: readonly CheckpointRow[]): number {
  return passed.reduce((most, { entry_id }) => Math.max(most, entry_id), 0);
}
