import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import type { CheckpointRow } from './chain.queries.ts';

/** A break of the chain. `id` is the number of the first entry that is not as it was written. */
export type Break =
  | { readonly kind: 'missing'; readonly id: number }
  /** The entry's content, position or hash is not what was written. */
  | { readonly kind: 'altered'; readonly id: number }
  /** All hashes up to `until` were recomputed: at least one entry from `id` on is not the one that was signed. */
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
  /** Older than the checkpoint interval and not covered by a checkpoint. */
  | { readonly kind: 'unsigned'; readonly id: number }
  /** The log is not the one that a checkpoint outside of the database names. */
  | {
      readonly kind: 'contradiction';
      readonly id: number;
      readonly checkpoint: number;
      readonly problem: LogProblemKind;
    };

/** Further breaks are only counted: the log may be broken at every entry. */
export const maxListedBreaks = 20;

export function changedAfterAcknowledgement({ number: checkpoint, entry_id: until }: CheckpointRow): Break {
  return { kind: 'changed after acknowledgement', id: 1, until, checkpoint };
}
