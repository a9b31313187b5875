import { z } from 'zod';
import { ActivityEvent, ActivityModule } from './activity-events.ts';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, pathInteger, QueryTimestamp } from './primitives.ts';

/** Entries are numbered without gaps from 1, so there may be more of them than of anything else. */
const EntryId = z.int().min(1);

/**
 * What happened once. `user_id`, `username`, `ip` and `device` are null where the product itself did it. `device` is
 * the browser as it calls itself or, in the module `vpn`, the device that connects.
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
   * What `metadata` names, by the same keys, for a sentence in the reader's language; what is long is cut. `fields` are
   * those in which `before` and `after` differ, `switched_off` those of them that are false now, with commas between.
   */
  names: z.record(z.string(), z.string()),
});
export type ActivityRow = z.infer<typeof ActivityRow>;

export const ActivityDetails = ActivityRow.extend({
  /** What the event is about, such as `before` and `after`; null where the row says it all. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** SHA-256 over the hash of the entry before and this entry, in hexadecimal. */
  hash: z.string(),
});
export type ActivityDetails = z.infer<typeof ActivityDetails>;

/** Repeated keys in a query: one comes as a text, more as a list. */
function repeatable<Item extends z.ZodType<string, string>>(item: Item) {
  return z.union([item.transform((one) => [one]), z.array(item).min(1).max(100)]).optional();
}

/** Clients of the interface know our own module as `defguard`. */
const ModuleFilter = z
  .enum([...ActivityModule.options, 'defguard'])
  .transform((name) => (name === 'defguard' ? 'gatewarden' : name));

/** Together: an entry is shown when it satisfies each that is given, and of a repeated one any value. */
const filters = {
  /** Inclusive. */
  from: QueryTimestamp.optional(),
  until: QueryTimestamp.optional(),
  username: repeatable(z.string().max(254)),
  location: repeatable(z.string().max(254)),
  /** No entry has an event that is unknown here, such as one of a later version. */
  event: repeatable(z.string().max(128)),
  module: repeatable(ModuleFilter),
  /**
   * Part of the user name, location, address, module, event, device or description, in whatever case. One or two
   * characters of ASCII only find the beginnings of words, and nothing when neither is a letter or digit.
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
  summary: 'List what happened, a page of 50; administrators see everybody, others themselves',
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
      /** Of what the caller may see. Above 10 000 filtered entries it is an estimate. */
      total_items: z.int().min(0),
      total_pages: z.int().min(0),
      next_page: z.int().nullable(),
      is_estimate: z.boolean(),
    }),
  }),
});

/** Not found also for somebody else's entry, so that ids cannot be probed. */
export const getActivity = endpoint({
  method: 'GET',
  path: '/activity_log/:id',
  access: 'user',
  area: 'activity-log',
  summary: 'Show what happened once, with what was before and after',
  params: z.object({
    id: pathInteger(Number.MAX_SAFE_INTEGER, 'id'),
  }),
  response: ActivityDetails,
  errors: ['activity_not_found'],
});

/** As in a file: with the zone of its time, and the exact text that its hash covers. */
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
  summary: 'Download all that the filters show, by time, as CSV or JSON',
  query: z.object({ format: z.enum(['csv', 'json']), ...filters, sort_order: SortOrder }),
  response: z.string(),
  answer: { kind: 'download', content: { 'text/csv': z.string(), 'application/json': z.array(ExportedEntry) } },
});

/**
 * A signed statement of what the log was: entry `entry_id` had the hash `hash`. It can be verified without the database;
 * docs/activity-log.md has the formula.
 */
export const LogCheckpoint = z.object({
  number: z.int().min(1),
  at: z.iso.datetime(),
  entry_id: EntryId,
  /** Hexadecimal, as the entry has it. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** SHA-256 of the signature of the checkpoint before, in hexadecimal. */
  previous: z.string().regex(/^[0-9a-f]{64}$/),
  /** JSON of what an administrator acknowledged where the chain begins again; else null. */
  acknowledged: z.string().max(4096).nullable(),
  /** Ed25519, base64. */
  signature: z.string().max(128),
  /** SPKI, base64. */
  public_key: z.string().max(256),
});
export type LogCheckpoint = z.infer<typeof LogCheckpoint>;

/**
 * How the log differs from the last checkpoint outside of the database. `behind`: it ends before it, as after a restore.
 * `rewritten`: it has another entry there. `checkpoints_missing`: the entries are there and the checkpoints are not.
 * `key_changed`: the key that signs is another or none. `altered`: entries since the checkpoint do not follow each other.
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
    /** Null before the first one, which core makes within an hour. */
    checkpoint: LogCheckpoint.nullable(),
    /** While there is one nothing is signed. `number` and `entry_id` are those of the checkpoint that is contradicted. */
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
  summary: 'Acknowledge that the activity log contradicts its last checkpoint; a new chain begins that names it',
  response: LogCheckpoint,
  errors: ['log_problem_not_found'],
});
