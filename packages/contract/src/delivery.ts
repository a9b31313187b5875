import { z } from 'zod';
import { NaiveTimestamp, ZonedTimestamp } from './primitives.ts';

/**
 * Why the last attempt failed.
 * - `blocked_address`, `timeout`, `too_large`, `certificate`, `connection`, `status`: of calls to other servers; `detail` is
 *   the address, the status or the code of the cause.
 * - `rejected`: the receiver reports that it did not store everything.
 * - `secret`: a stored secret cannot be decrypted.
 * - `internal`: a fault of core; its log has the reason.
 */
const deliveryErrorReasons = [
  'blocked_address',
  'timeout',
  'too_large',
  'certificate',
  'connection',
  'status',
  'rejected',
  'secret',
  'internal',
] as const;

export const DeliveryFailure = z.object({
  reason: z.enum(deliveryErrorReasons),
  detail: z.string(),
});
export type DeliveryFailure = z.infer<typeof DeliveryFailure>;

/** How far the activity log was delivered to a destination. */
export const DeliveryState = z.object({
  /** Entries that are not delivered yet; of a webhook those whose event it selects. */
  waiting: z.int().min(0),
  /** Of the oldest of them; null if there is none. */
  waiting_since: NaiveTimestamp.nullable(),
  /** Of a webhook for which too many entries wait to check each: `waiting` also counts those with other events. */
  includes_unmatched: z.literal(true).optional(),
  last_delivered_at: NaiveTimestamp.nullable(),
  /** When the first of the failed attempts in a row was made; null if the last one was successful. */
  failing_since: NaiveTimestamp.nullable(),
  /** Failed attempts in a row. */
  attempts: z.int().min(0),
  /** Null if no attempt waits. */
  next_attempt_at: NaiveTimestamp.nullable(),
  error: DeliveryFailure.nullable(),
  /**
   * Why core disabled the destination: `failing` for 24 hours, or the receiver is `gone` (status 410). Null: it did not.
   * Nothing is lost: once enabled, the destination receives what waits.
   */
  stopped: z.enum(['failing', 'gone']).nullable(),
});
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Entries from this time on are delivered, again or for the first time. The current time skips what waits. */
export const Replay = z.object({ from: ZonedTimestamp });
