import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { parseAcknowledged } from './acknowledgements.ts';
import { type Break, changedAfterAcknowledgement } from './breaks.ts';
import { type CheckpointRow, listCheckpoints } from './chain.queries.ts';
import { isSigned } from './checkpoints.ts';
import type { KeyState } from './contradictions.ts';

export interface CheckpointsReport {
  /** Checkpoints that the instance's key signed. */
  readonly valid: readonly CheckpointRow[];
  readonly acknowledged: readonly CheckpointRow[];
  /** The first break since the last acknowledgement. */
  readonly broken: Break | undefined;
  /** Digest of all numbers and signatures. */
  readonly digest: string;
}

const batchSize = 5_000;

/** Checks the signatures of all checkpoints. */
export async function readCheckpoints(tx: Tx, state: KeyState): Promise<CheckpointsReport> {
  const reader = createCheckpointVerifier(state);
  let last = 0;
  for (;;) {
    const rows = await listCheckpoints(tx, last, batchSize);
    if (rows.length === 0) return reader.end();
    for (const row of rows) reader.read(row);
    last = rows.at(-1)?.number ?? last;
  }
}

function createCheckpointVerifier(state: KeyState) {
  const valid: CheckpointRow[] = [];
  const acknowledged: CheckpointRow[] = [];
  const digest = createHash('sha256');
  let broken: Break | undefined;
  let previous: CheckpointRow | undefined;
  return {
    read(row: CheckpointRow): void {
      const isValid = state !== undefined && state !== 'unreadable' && isSigned(state, row, previous);
      if (isValid) valid.push(row);
      if (isValid && row.acknowledged !== null) {
        acknowledged.push(row);
        const covered = parseAcknowledged(row.acknowledged)?.checkpoints_digest;
        // an acknowledgement of an earlier release states no digest
        const isUnchanged = covered === undefined || covered === digest.copy().digest('hex');
        broken = isUnchanged ? undefined : changedAfterAcknowledgement(row);
      } else {
        broken ??= findBreak(row, previous, isValid);
      }
      digest.update(`${row.number}\n`).update(row.signature);
      previous = row;
    },
    end: (): CheckpointsReport => ({ valid, acknowledged, broken, digest: digest.digest('hex') }),
  };
}

function findBreak(row: CheckpointRow, previous: CheckpointRow | undefined, isValid: boolean): Break | undefined {
  const position = { id: (previous?.entry_id ?? 0) + 1, checkpoint: (previous?.number ?? 0) + 1 };
  if (row.number !== position.checkpoint) return { kind: 'checkpoint missing', ...position };
  return isValid ? undefined : { kind: 'checkpoint forged', ...position };
}
