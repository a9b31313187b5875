import { z } from 'zod';
import { ActivityEvent, ActivityModule } from './activity-events.ts';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, pathInteger, QueryTimestamp } from './primitives.ts';

/** Entries are numbered from 1 without gaps; their number can exceed the range of other ids. */
const EntryId = z.int().min(1);

/**
 * One event. `user_id`, `username`, `ip` and `device` are null for actions of the product itself. `device` is the
 * User-Agent of the browser or, in the module `vpn`, the connecting device.
 */
const ActivityRow = z.object({
  id: EntryId,
  timestamp: NaiveTimestamp,
  user_id: Id.nullable(),
  username: z.string().nullable(),
  location: z.string().nullable(),
  /** With prefix: `192.0.2.7/32`. */
  ip: z.string().nullable(),
  event: ActivityEvent,
  module: ActivityModule,
  device: z.string().nullable(),
  description: z.string().nullable(),
  /**
   * Values of `metadata` by the same keys, for a sentence in the reader's language; long values are truncated. `fields`
   * lists the fields in which `before` and `after` differ, `switched_off` those of them that are now false, separated
   * by commas.
   */
  names: z.record(z.string(), z.string()),
});
export type ActivityRow = z.infer<typeof ActivityRow>;

export const ActivityDetails = ActivityRow.extend({
  /** Details of the event, such as `before` and `after`; null if the row is complete without them. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** SHA-256 over the hash of the previous entry and this entry, in hexadecimal. */
  hash: z.string(),
});
export type ActivityDetails = z.infer<typeof ActivityDetails>;

/** Repeated keys in a query: a single one is parsed as a text, several as a list. */
function repeatable<Item extends z.ZodType<string, string>>(item: Item) {
  return z.union([item.transform((one) => [one]), z.array(item).min(1).max(100)]).optional();
}

/** Clients of the interface use `defguard` for the module `gatewarden`. */
const ModuleFilter = z
  .enum([...ActivityModule.options, 'defguard'])
  .transform((name) => (name === 'defguard' ? 'gatewarden' : name));

/** An entry must match all given filters, and any value of a repeated one. */
const filters = {
  /** Inclusive. */
  from: QueryTimestamp.optional(),
  until: QueryTimestamp.optional(),
  username: repeatable(z.string().max(254)),
  location: repeatable(z.string().max(254)),
  /** Unknown events are accepted, such as those of a later version, and match nothing. */
  event: repeatable(z.string().max(128)),
  module: repeatable(ModuleFilter),
  /**
   * Part of the user name, location, address, module, event, device or description, ignoring case. One or two ASCII
   * characters match only the beginnings of words, and nothing if neither is a letter or digit.
   */
  search: z.string().max(256).optional(),
} as const;
const SortOrder = z.enum(['asc', 'desc']).default('desc');

export const activityPageSize = 50;

export const listActivity = endpoint({
  method: 'GET',
  path: '/activity_log',
  access: 'user',
  area: 'activity-log',
  summary: 'List activity log entries, 50 per page; users who are not administrators see only their own',
  query: z.object({
    page: pathInteger(9_999_999, 'page').prefault('1'),
    ...filters,
    sort_by: z.enum(['timestamp', 'username', 'location', 'ip', 'event', 'module', 'device']).default('timestamp'),
    sort_order: SortOrder,
  }),
  response: z.object({
    data: z.array(ActivityRow),
    pagination: z.object({
      current_page: z.int().min(1),
      /** Always 50. */
      page_size: z.int(),
      /** Number of entries that the caller may see. Above 10 000 filtered entries it is an estimate. */
      total_items: z.int().min(0),
      total_pages: z.int().min(0),
      next_page: z.int().nullable(),
      is_estimate: z.boolean(),
    }),
  }),
});

/** Also not found for an entry of another user, so that ids cannot be probed. */
export const getActivity = endpoint({
  method: 'GET',
  path: '/activity_log/:id',
  access: 'user',
  area: 'activity-log',
  summary: 'Show an activity log entry with the values before and after',
  params: z.object({
    id: pathInteger(Number.MAX_SAFE_INTEGER, 'id'),
  }),
  response: ActivityDetails,
  errors: ['activity_not_found'],
});

/** The format of files: with a time zone, and with the exact text that the hash covers. */
export const ExportedEntry = ActivityDetails.omit({ names: true }).extend({
  timestamp: z.iso.datetime(),
  hashed: z.string(),
});
export type ExportedEntry = z.infer<typeof ExportedEntry>;

export const exportActivity = endpoint({
  method: 'GET',
  path: '/activity_log/export',
  access: 'user',
  area: 'activity-log',
  summary: 'Download all entries that match the filters, by time, as CSV or JSON',
  query: z.object({ format: z.enum(['csv', 'json']), ...filters, sort_order: SortOrder }),
  response: z.string(),
  answer: { kind: 'download', content: { 'text/csv': z.string(), 'application/json': z.array(ExportedEntry) } },
});

/**
 * A signed statement that entry `entry_id` of the log had the hash `hash`. It can be verified without the database;
 * docs/activity-log.md specifies how.
 */
export const LogCheckpoint = z.object({
  number: z.int().min(1),
  at: z.iso.datetime(),
  entry_id: EntryId,
  /** Hexadecimal, as in the entry. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** SHA-256 of the signature of the previous checkpoint, in hexadecimal. */
  previous: z.string().regex(/^[0-9a-f]{64}$/),
  /** If a new chain begins here: JSON of the problem that an administrator acknowledged; else null. */
  acknowledged: z.string().max(4096).nullable(),
  /** Ed25519, base64. */
  signature: z.string().max(128),
  /** SPKI, base64. */
  public_key: z.string().max(256),
});
export type LogCheckpoint = z.infer<typeof LogCheckpoint>;

/**
 * How the log differs from the last checkpoint outside of the database. `behind`: the log ends before the checkpoint,
 * as after a restore. `rewritten`: the entry at the checkpoint differs. `checkpoints_missing`: the entries exist, but
 * the checkpoints do not. `key_changed`: the signing key differs or is missing. `altered`: the chain of entries since
 * the checkpoint is broken.
 */
export const LogProblemKind = z.enum([
  'behind',
  'rewritten',
  'checkpoints_missing',
  'key_changed',
  'altered',
  'file_unreadable',
]);
export type LogProblemKind = z.infer<typeof LogProblemKind>;

export const getLogCheckpoint = endpoint({
  method: 'GET',
  path: '/activity_log/checkpoint',
  access: 'admin',
  area: 'activity-log',
  summary: 'Show the last signed checkpoint of the activity log, and whether the log contradicts it',
  response: z.object({
    /** Null before the first one, which core creates within an hour. */
    checkpoint: LogCheckpoint.nullable(),
    /**
     * While there is a problem, nothing is signed. `number` and `entry_id` are those of the contradicted checkpoint.
     */
    problem: z
      .object({
        kind: LogProblemKind,
        number: z.int().min(0),
        entry_id: z.int().min(0),
        since: z.iso.datetime(),
      })
      .nullable(),
  }),
});

export const acknowledgeLogProblem = endpoint({
  method: 'POST',
  path: '/activity_log/checkpoint/acknowledge',
  access: 'admin',
  area: 'activity-log',
  requiresReauthentication: true,
  summary: 'Acknowledge that the activity log contradicts its last checkpoint; starts a new chain that refers to it',
  response: LogCheckpoint,
  errors: ['log_problem_not_found'],
});
