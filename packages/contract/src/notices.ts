import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NaiveTimestamp } from './primitives.ts';

/**
 * Conditions of the instance that administrators must know about, shown on every page.
 * - `database_read_only`: the database answers reads and refuses all writes.
 * - `database_full`: the database has no disk space left, so it refuses writes.
 * - `restored`: the database is older than the state that core or a gateway has seen. Ends when an administrator
 *   acknowledges it.
 * - `gateway_drift`: the interface of a gateway differs from its state, and sending the state again did not repair it.
 * - `log_checkpoint_problem`: the activity log contradicts its last signed checkpoint; `details` has `kind` and
 *   `number`.
 * - `scim_removals_stopped`: SCIM clients disabled or deleted too many accounts, so further removals are refused;
 *   `details` has `removed`, `managed` and `refused`.
 * - `license`: as in `home.ts`; administrators can hide it for a day.
 * - `reauthentication_off`: no call requires a recent proof of identity.
 */
export const noticeKinds = [
  'database_read_only',
  'database_full',
  'restored',
  'gateway_drift',
  'log_checkpoint_problem',
  'scim_removals_stopped',
  'license',
  'reauthentication_off',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A current condition, listed until it ends, at most once per kind. */
export const Notice = z.object({
  kind: z.enum(noticeKinds),
  /** When it began, as far as core knows. */
  since: NaiveTimestamp.nullable(),
  /** Values for the console's text, without secrets. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type Notice = z.infer<typeof Notice>;

/** Also answers while the database refuses writes. The topic `notices` becomes stale when the list changes. */
export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  access: 'admin',
  area: 'settings',
  summary: 'List conditions of the instance that need the attention of an administrator',
  response: z.array(Notice),
});
