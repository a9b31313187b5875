import type { DeliveryFailure, DeliveryState } from '@gatewarden/contract/delivery';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { DestinationRow } from './delivery.queries.ts';

export interface PresentedState extends DestinationRow {
  /** `waiting` also counts entries that are not sent. */
  readonly includes_unmatched?: true;
}

export function presentState(row: PresentedState): DeliveryState {
  return {
    waiting: row.waiting,
    ...(row.includes_unmatched && { includes_unmatched: true }),
    waiting_since: row.waiting_since && toNaive(row.waiting_since),
    last_delivered_at: row.last_delivered_at && toNaive(row.last_delivered_at),
    failing_since: row.failing_since && toNaive(row.failing_since),
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at && toNaive(row.next_attempt_at),
    error: presentFailure(row),
    stopped: row.stop_reason,
  };
}

export function presentFailure({
  error_reason: reason,
  error_detail: detail,
}: {
  readonly error_reason: string | null;
  readonly error_detail: string | null;
}): DeliveryFailure | null {
  return reason === null ? null : { reason: reason as DeliveryFailure['reason'], detail: detail ?? '' };
}
