import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type AcknowledgedState, parseAcknowledged } from './acknowledgements.ts';
import { type Break, maxListedBreaks } from './breaks.ts';
import * as queries from './chain.queries.ts';
import { type ExternalCopy, findContradiction, type KeyState } from './contradictions.ts';
import { readChain, signedUntil } from './read-chain.ts';
import { readCheckpoints } from './read-checkpoints.ts';
import { encodePublicKey, readSigningKey } from './signing-key.ts';

export interface Verdict {
  /** Entries that were read: all of them, or those before the first break. */
  readonly entries: number;
  readonly checkpoints: number;
  /** Checkpoints confirm the log up to this entry; `selectConfirming` decides which ones count. 0 if none does. */
  readonly signedUntil: number;
  readonly signedAt: Date | undefined;
  /** Undefined before the first checkpoint. */
  readonly publicKey: string | undefined;
  /** The newest checkpoint outside of the database that it was compared with. */
  readonly comparedWith: number | undefined;
  /** Where an administrator restarted the chain, with what was found broken at that time: it remains broken. */
  readonly acknowledged: readonly Acknowledgement[];
  readonly broken: Break | undefined;
}

interface Acknowledgement {
  readonly number: number;
  readonly at: Date;
  readonly text: string;
  /** False for an acknowledgement of an earlier release: changes before it cannot be detected. */
  readonly coversEarlierEntries: boolean;
}

interface Options {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly now: Date;
  /** Checkpoints from outside of the database. */
  readonly copies: readonly ExternalCopy[];
}

/** Core signs every hour and retries for some minutes. */
const maxUnsignedMilliseconds = 2 * 3_600_000;

/** Computes every hash and compares the log with what was signed. Reports the first unacknowledged break. */
export function verifyActivity({ db, secrets, now, copies }: Options): Promise<Verdict> {
  return inSnapshot(db, async (tx) => {
    const key = await readSigningKey(tx, secrets);
    const { signatures, chain, broken } = await examineLog(tx, key, copies, Number.MAX_SAFE_INTEGER);
    const confirmed = selectConfirming(chain.passed, broken);
    const until = signedUntil(confirmed);
    return {
      entries: chain.intact,
      checkpoints: chain.passed.length,
      signedUntil: until,
      signedAt: confirmed.at(-1)?.at,
      publicKey: key === undefined || key === 'unreadable' ? undefined : encodePublicKey(key),
      comparedWith: newestCheckpointNumber(copies),
      acknowledged: signatures.acknowledged.map(({ number, at, acknowledged }) => ({
        number,
        at,
        text: acknowledged ?? '',
        coversEarlierEntries: parseAcknowledged(acknowledged) !== undefined,
      })),
      broken: broken[0] ?? (await findUnsigned(tx, until, now)),
    };
  });
}

/** What an acknowledgement up to the entry `head` covers: the current log and its breaks. */
export async function computeAcknowledgedState(
  tx: Tx,
  key: KeyState,
  copies: readonly ExternalCopy[],
  head: number,
): Promise<AcknowledgedState> {
  const { signatures, chain, broken } = await examineLog(tx, key, copies, head);
  return {
    entries: chain.count,
    entries_digest: chain.digest,
    checkpoints_digest: signatures.digest,
    broken: broken.slice(0, maxListedBreaks).map((found) => ({
      kind: found.kind,
      from: found.id,
      to: 'until' in found ? found.until : found.id,
    })),
    more_broken: Math.max(0, broken.length - maxListedBreaks) + chain.unlistedBreaks,
  };
}

/**
 * The checkpoints that cover only entries before the first break. None if the log or its key is not the one that an
 * external checkpoint names: an attacker with the key may have signed the stored checkpoints again.
 */
function selectConfirming(passed: readonly queries.CheckpointRow[], broken: readonly Break[]) {
  const isReplaced = (found: Break) =>
    found.kind === 'contradiction' && (found.problem === 'rewritten' || found.problem === 'key_changed');
  if (broken.some(isReplaced)) return [];
  const first = Math.min(...broken.map(({ id }) => id));
  return passed.filter(({ entry_id }) => entry_id < first);
}

async function examineLog(tx: Tx, key: KeyState, copies: readonly ExternalCopy[], head: number) {
  const signatures = await readCheckpoints(tx, key);
  const chain = await readChain(tx, signatures, head);
  const found = await findFirstContradiction(tx, key, copies);
  const broken: Break[] = [...chain.broken, ...(signatures.broken ? [signatures.broken] : [])];
  broken.sort((a, b) => a.id - b.id);
  if (found) {
    const { kind: problem, number: checkpoint, entry_id: id } = found;
    broken.push({ kind: 'contradiction', id, checkpoint, problem });
  }
  return { signatures, chain, broken };
}

async function findFirstContradiction(tx: Tx, key: KeyState, copies: readonly ExternalCopy[]) {
  for (const copy of copies.length > 0 ? copies : [undefined]) {
    const found = await findContradiction(tx, key, copy);
    if (found) return found;
  }
  return undefined;
}

function newestCheckpointNumber(copies: readonly ExternalCopy[]): number | undefined {
  const numbers = copies.flatMap((copy) => (copy === 'unreadable' || !copy ? [] : [copy.number]));
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

async function findUnsigned(tx: Tx, after: number, now: Date): Promise<Break | undefined> {
  const id = await queries.findOlderThan(tx, after, new Date(now.getTime() - maxUnsignedMilliseconds));
  return id === undefined ? undefined : { kind: 'unsigned', id };
}
