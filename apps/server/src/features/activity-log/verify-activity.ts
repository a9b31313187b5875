import { createHash, type Hash } from 'node:crypto';
import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import { type AcknowledgedState, parseAcknowledged } from './acknowledgements.ts';
import * as queries from './chain.queries.ts';
import { isSigned } from './checkpoints.ts';
import { contradictionOf, type ExternalCopy, hashOf, type KeyState } from './contradictions.ts';
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
  /** Entries up to `until`, or checkpoints before this one, are not those that its acknowledgement covers. */
  | {
      readonly kind: 'changed after acknowledgement';
      readonly id: number;
      readonly until: number;
      readonly checkpoint: number;
    }
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
  /** Where an administrator began the chain again, with what was found broken then: it stays broken. */
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
    const { signatures, chain, broken } = await examine(tx, key, external, Number.MAX_SAFE_INTEGER);
    const until = signedUntil(chain.passed);
    return {
      entries: chain.intact,
      checkpoints: chain.passed.length,
      signedUntil: until,
      signedAt: chain.passed.at(-1)?.at,
      publicKey: key === undefined || key === 'unreadable' ? undefined : publicText(key),
      comparedWith: external === 'unreadable' ? undefined : external?.number,
      acknowledged: signatures.acknowledged.map(({ number, at, acknowledged }) => ({
        number,
        at,
        text: acknowledged ?? '',
      })),
      broken: broken[0] ?? (await findUnsigned(tx, until, now)),
    };
  });
}

/** What an acknowledgement up to the entry `head` covers: the log as it is, and what is broken in it. */
export async function surveyActivity(
  tx: Tx,
  key: KeyState,
  external: ExternalCopy,
  head: number,
): Promise<AcknowledgedState> {
  const { signatures, chain, broken } = await examine(tx, key, external, head);
  return {
    entries: chain.count,
    entries_digest: chain.digest,
    checkpoints_digest: signatures.digest,
    broken: broken.slice(0, mostBreaks).map((found) => ({
      kind: found.kind,
      from: found.id,
      to: 'until' in found ? found.until : found.id,
    })),
    more_broken: Math.max(0, broken.length - mostBreaks) + chain.more,
  };
}

/** So many are listed, and the rest counted: the log may be broken at every entry. */
const mostBreaks = 20;

async function examine(tx: Tx, key: KeyState, external: ExternalCopy, head: number) {
  const signatures = await readCheckpoints(tx, key);
  const chain = await readChain(tx, signatures, head);
  const found = await contradictionOf(tx, key, external);
  const broken: Break[] = [...chain.broken, ...(signatures.broken ? [signatures.broken] : [])];
  broken.sort((a, b) => a.id - b.id);
  if (found) {
    const { kind: problem, number: checkpoint, entry_id: id } = found;
    broken.push({ kind: 'contradiction', id, checkpoint, problem });
  }
  return { signatures, chain, broken };
}

interface Signatures {
  /** Those that the key of the instance made. */
  readonly valid: readonly queries.CheckpointRow[];
  readonly acknowledged: readonly queries.CheckpointRow[];
  /** The first that is not as it was signed after the last acknowledgement. */
  readonly broken: Break | undefined;
  /** Of all numbers and signatures. */
  readonly digest: string;
}

async function readCheckpoints(tx: Tx, state: KeyState): Promise<Signatures> {
  const valid: queries.CheckpointRow[] = [];
  let acknowledged: queries.CheckpointRow[] = [];
  let broken: Break | undefined;
  let former: queries.CheckpointRow | undefined;
  const digest = createHash('sha256');
  for (;;) {
    const rows = await queries.listCheckpoints(tx, former?.number ?? 0, batch);
    if (rows.length === 0) return { valid, acknowledged, broken, digest: digest.digest('hex') };
    for (const row of rows) {
      const isValid = state !== undefined && state !== 'unreadable' && isSigned(state, row, former);
      if (isValid) valid.push(row);
      if (isValid && row.acknowledged !== null) {
        acknowledged = [...acknowledged, row];
        const isSame = parseAcknowledged(row.acknowledged)?.checkpoints_digest === digest.copy().digest('hex');
        broken = isSame ? undefined : changedAfter(row);
      } else {
        broken ??= breakAt(row, former, isValid);
      }
      digest.update(`${row.number}\n`).update(row.signature);
      former = row;
    }
  }
}

function changedAfter({ number: checkpoint, entry_id: until }: queries.CheckpointRow): Break {
  return { kind: 'changed after acknowledgement', id: 1, until, checkpoint };
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
  /** Entries that were read. */
  readonly count: number;
  /** All of them, or those before the first break. */
  readonly intact: number;
  /** The checkpoints before the first break that the entries agree with, by number. */
  readonly passed: readonly queries.CheckpointRow[];
  /** The breaks after the last acknowledgement, in order, at most `mostBreaks`. */
  readonly broken: readonly Break[];
  /** Breaks that are not listed. */
  readonly more: number;
  /** Of the hashes of all entries, computed from their content. */
  readonly digest: string;
}

async function readChain(tx: Tx, signatures: Signatures, head: number): Promise<Chain> {
  const begin = signatures.acknowledged.at(-1);
  const reader = createChainReader(signatures.valid, begin);
  // numbers below 1 were not written by core either
  let id = -Number.MAX_SAFE_INTEGER;
  while (id < head) {
    const links = (await queries.listLinks(tx, id, batch)).filter((link) => link.id <= head);
    for (const link of links) reader.read(link);
    const last = links.at(-1);
    if (!last) break;
    id = last.id;
  }
  return reader.end();
}

/** Takes the entries one after another and keeps what is wrong with them. */
function createChainReader(valid: readonly queries.CheckpointRow[], begin: queries.CheckpointRow | undefined) {
  const due = Map.groupBy(
    valid.filter(({ number }) => number >= (begin?.number ?? 0)),
    ({ entry_id }) => entry_id,
  );
  const earlier = Map.groupBy(
    valid.filter(({ number }) => number < (begin?.number ?? 0)),
    ({ entry_id }) => entry_id,
  );
  const passed: queries.CheckpointRow[] = [];
  const broken: Break[] = [];
  const digest = createHash('sha256');
  let [id, hash, count, more] = [0, Buffer.alloc(0) as Buffer, 0, 0];
  let isBegun = begin === undefined;
  const add = (found: Break) => {
    if (broken.length < mostBreaks) broken.push(found);
    else more += 1;
  };
  /** The part before the last acknowledgement must be as it was then, broken or not. */
  const endAcknowledged = () => {
    if (isBegun || !begin) return;
    isBegun = true;
    if (!isAsAcknowledged(begin, count, digest)) add(changedAfter(begin));
  };
  const compare = (link: queries.Link) => {
    for (const checkpoint of earlier.get(link.id) ?? []) {
      if (checkpoint.hash.equals(link.hash) && broken.length === 0) passed.push(checkpoint);
    }
    for (const checkpoint of due.get(link.id) ?? []) {
      if (!checkpoint.hash.equals(link.hash)) {
        const { number } = checkpoint;
        add({ kind: 'rewritten', id: signedUntil(passed) + 1, until: link.id, checkpoint: number });
      } else if (broken.length === 0) {
        passed.push(checkpoint);
      }
    }
  };
  return {
    read(link: queries.Link): void {
      if (begin && link.id > begin.entry_id) endAcknowledged();
      const computed = hashOf(hash, link);
      if (isBegun && link.id !== id + 1) add({ kind: 'missing', id: id + 1 });
      else if (isBegun && !computed.equals(link.hash)) add({ kind: 'altered', id: link.id });
      digest.update(computed);
      count += 1;
      compare(link);
      ({ id, hash } = link);
    },
    end(): Chain {
      endAcknowledged();
      // a checkpoint beyond the end: entries were there that are gone
      if ([...due.keys()].some((entry) => entry > id)) add({ kind: 'missing', id: id + 1 });
      const [first] = broken;
      return {
        count,
        intact: first ? first.id - 1 : count,
        passed: passed.toSorted((a, b) => a.number - b.number),
        broken,
        more,
        digest: digest.digest('hex'),
      };
    },
  };
}

function isAsAcknowledged({ acknowledged }: queries.CheckpointRow, count: number, digest: Hash): boolean {
  const state = parseAcknowledged(acknowledged);
  return state?.entries === count && state.entries_digest === digest.copy().digest('hex');
}

async function findUnsigned(tx: Tx, after: number, now: Date): Promise<Break | undefined> {
  const id = await queries.findOlderThan(tx, after, new Date(now.getTime() - longestUnsignedMilliseconds));
  return id === undefined ? undefined : { kind: 'unsigned', id };
}

function signedUntil(passed: readonly queries.CheckpointRow[]): number {
  return passed.reduce((most, { entry_id }) => Math.max(most, entry_id), 0);
}
