import type { LogProblemKind } from '@gatewarden/contract/activity-log';
import type { CheckpointRow } from './chain.queries.ts';

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

/** So many are listed, and the rest counted: the log may be broken at every entry. */
export const maxListedBreaks = 20;

export function changedAfterAcknowledgement({ number: checkpoint, entry_id: until }: CheckpointRow): Break {
  return { kind: 'changed after acknowledgement', id: 1, until, checkpoint };
}
