// Reads no tables of other features, except the names of locations in append_activity.
import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type ActivityFilter, type Order, selectMatching } from './activity-filter.queries.ts';

/** An entry without its number. Where `location` is null, the name of the location `location_id` is stored. */
export interface NewEntry {
  readonly at: Date;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly event: ActivityEvent;
  readonly module: ActivityModule;
  readonly description: string | null;
  readonly metadata: object | null;
  readonly location: string | null;
  readonly location_id: number | null;
}

/** Appends in the given order. No other transaction can append until this one ends. */
export async function appendEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  await sql`select append_activity(${JSON.stringify(entries)}::jsonb)`.execute(tx);
}

export interface EntryRow {
  readonly id: number;
  readonly at: Date;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly location: string | null;
  /** With prefix length. */
  readonly ip: string | null;
  readonly event: ActivityEvent;
  readonly module: ActivityModule;
  readonly device: string | null;
  readonly description: string | null;
  readonly metadata: Record<string, unknown> | null;
}

export interface EntryDetailsRow extends EntryRow {
  readonly hash: Buffer;
}

export const entryColumns = [
  'id',
  'at',
  'user_id',
  'username',
  'location',
  sql<string | null>`ip::text`.as('ip'),
  sql<ActivityEvent>`event`.as('event'),
  sql<ActivityModule>`module`.as('module'),
  'device',
  'description',
  sql<EntryRow['metadata']>`metadata`.as('metadata'),
] as const;
const detailedColumns = [...entryColumns, 'hash'] as const;
/** The text that an entry's hash covers, after the previous hash; built as in append_activity. */
const hashedText = sql<string>`jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint, user_id, username,
  location, ip::text, event, module, device, description, metadata)::text`.as('hashed');
const exportedColumns = [...detailedColumns, hashedText] as const;

export interface ExportedRow extends EntryDetailsRow {
  /** What `hash` covers, after the previous entry's hash. */
  readonly hashed: string;
}

/** The number of the newest entry, which is also the count of entries; 0 when there is none. */
export async function findLastId(db: Database | Tx): Promise<number> {
  return (await selectLastId(db).executeTakeFirst())?.id ?? 0;
}

export function selectLastId(db: Database | Tx) {
  // a literal: for any number of rows, PostgreSQL would plan each time
  return db.selectFrom('activity_entry').select('id').orderBy('id', 'desc').limit(sql.lit(1));
}

export function findEntry(db: Database, id: number): Promise<EntryDetailsRow | undefined> {
  return db.selectFrom('activity_entry').select(detailedColumns).where('id', '=', id).executeTakeFirst();
}

/** The next entries in the order of the log, after the one with the number `position`. */
export function listEntriesFrom(db: Database, position: number, limit: number): Promise<ExportedRow[]> {
  return db
    .selectFrom('activity_entry')
    .select(exportedColumns)
    .where('id', '>', position)
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();
}

export function findExportedEntry(db: Database, id: number): Promise<ExportedRow | undefined> {
  return db.selectFrom('activity_entry').select(exportedColumns).where('id', '=', id).executeTakeFirst();
}

/** The last entry that a reader of all entries has read. */
export interface EntryCursor {
  readonly at: Date;
  readonly id: number;
}

/** The next entries by time, at most `limit`. Leaves out numbers above `lastId`, so that reading terminates. */
export function listEntriesAfter(
  db: Database,
  filter: ActivityFilter,
  options: { after: EntryCursor | undefined; direction: Order['direction']; limit: number; lastId: number },
): Promise<ExportedRow[]> {
  const { after, direction, limit } = options;
  const comparison = sql.raw(direction === 'asc' ? '>' : '<');
  return selectMatching(db, filter)
    .select(exportedColumns)
    .where('id', '<=', options.lastId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) ${comparison} (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
}
