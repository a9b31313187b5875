// Reads no tables of other features, except the names of locations in append_activity.

import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import type { DB } from '../../platform/database/types.gen.ts';
import { containsText } from './search.queries.ts';

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

const columns = [
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
const detailedColumns = [...columns, 'hash'] as const;
/** The text that an entry's hash covers, after the previous hash; built as in append_activity. */
const hashedText = sql<string>`jsonb_build_array(id, (extract(epoch from at) * 1000000)::bigint, user_id, username,
  location, ip::text, event, module, device, description, metadata)::text`.as('hashed');
const exportedColumns = [...detailedColumns, hashedText] as const;

export interface ExportedRow extends EntryDetailsRow {
  /** What `hash` covers, after the previous entry's hash. */
  readonly hashed: string;
}

/** An absent or undefined field matches every entry; a list matches any of its values. */
export interface ActivityFilter {
  /** Only entries of this user. */
  readonly userId?: number | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly usernames?: readonly string[] | undefined;
  readonly locations?: readonly string[] | undefined;
  readonly events?: readonly string[] | undefined;
  readonly modules?: readonly ActivityModule[] | undefined;
  readonly search?: string | undefined;
}

export type SortColumn = 'at' | 'username' | 'location' | 'ip' | 'event' | 'module_order' | 'device';
export interface Order {
  readonly by: SortColumn;
  readonly direction: 'asc' | 'desc';
}

type Selection = SelectQueryBuilder<DB, 'activity_entry', object>;

const moduleOrder = { gatewarden: 1, client: 2, vpn: 3, enrollment: 4 } as const satisfies Record<
  ActivityModule,
  number
>;

function selectMatching(db: Database | Tx, filter: ActivityFilter): Selection {
  const { userId, from, until, usernames, locations, events, modules, search } = filter;
  let query: Selection = db.selectFrom('activity_entry');
  // the best plan for rare values differs from the one for frequent values
  if (Object.values(filter).some((value) => value !== undefined)) query = query.modifyFront(plannedEachTime);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (from) query = query.where('at', '>=', from);
  if (until) query = query.where('at', '<=', until);
  if (usernames) query = whereAnyOf(query, 'username', usernames);
  if (locations) query = whereAnyOf(query, 'location', locations);
  if (events) query = whereAnyOf(query, 'event', events);
  if (modules)
    query = whereAnyOf(
      query,
      'module_order',
      modules.map((module) => moduleOrder[module]),
    );
  if (search) query = query.where(containsText(search));
  return query;
}

/** A single value is compared with `=`, so that an index still returns the rows in time order. */
function whereAnyOf(
  query: Selection,
  column: 'username' | 'location' | 'event' | 'module_order',
  values: readonly (string | number)[],
): Selection {
  const [first, ...more] = values;
  if (first === undefined || more.length > 0) return query.where(column, '=', sql<never>`any(${values})`);
  return query.where(column, '=', first as never);
}

/** Whether an index returns the matches in time order. */
export function isIndexed({ search, userId, usernames, locations, events, modules }: ActivityFilter): boolean {
  const conditions = [userId === undefined ? undefined : [userId], usernames, locations, events, modules];
  const used = conditions.filter((values) => values !== undefined);
  return !search && used.length <= 1 && used.every(({ length }) => length === 1);
}

/** How many match, at most `maxMatches`. */
export async function countUpTo(db: Database, filter: ActivityFilter, maxMatches: number): Promise<number> {
  const { count } = await db
    .selectFrom(selectMatching(db, filter).select('id').limit(maxMatches).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many match, estimated from the planner's statistics. */
export async function estimateCount(db: Database, filter: ActivityFilter): Promise<number> {
  const [plan] = await selectMatching(db, filter).select('id').explain('json');
  const [{ Plan: top } = { Plan: { 'Plan Rows': 0 } }] = (plan?.['QUERY PLAN'] ?? []) as {
    Plan: { 'Plan Rows': number };
  }[];
  return Math.round(top['Plan Rows']);
}

/** The number of the newest entry, which is also the count of entries; 0 when there is none. */
export async function lastId(db: Database | Tx): Promise<number> {
  const row = await db.selectFrom('activity_entry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

export interface PageOptions {
  readonly order: Order;
  readonly offset: number;
  readonly limit: number;
}

/** The number of matches and the entries of one page. */
export interface CountedPage {
  readonly count: number;
  readonly rows: EntryRow[];
}

/** Finds, sorts and counts all matches in one query; undefined when there are more than `maxMatches`. */
export async function listCountedPage(
  db: Database,
  filter: ActivityFilter,
  { order: { by, direction }, offset, limit, maxMatches }: PageOptions & { readonly maxMatches: number },
): Promise<CountedPage | undefined> {
  // materialized, so that the planner does not choose an index in this order and read all of it
  const page = await db
    .with(
      (cte) => cte('found').materialized(),
      () =>
        selectMatching(db, filter)
          .select(['id', 'at', sql.ref(by).as('sorted')])
          .limit(maxMatches + 1),
    )
    .selectFrom('found')
    .select(['id', sql<number>`count(*) over ()`.as('count')])
    .orderBy('sorted', direction)
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  // no row contains the count: nothing matches, or the page is beyond the end
  const count = page[0]?.count ?? (await countUpTo(db, filter, maxMatches + 1));
  if (count > maxMatches) return undefined;
  const ids = page.map(({ id }) => id);
  return {
    count,
    rows: ids.length > 0 ? await listEntries(db, sql`id = any(${ids}::bigint[])`, { by, direction }) : [],
  };
}

/** Entries of one page, in the order of an index; ties by time, then by number. */
export function listPage(
  db: Database,
  filter: ActivityFilter,
  options: PageOptions & {
    /** The exact number of matches, if known: then pages near the end are read from the end. */
    readonly total?: number | undefined;
  },
): Promise<EntryRow[]> {
  const { direction, limit, offset } = pageFromNearerEnd(options);
  const { by } = options.order;
  // selects the page from the index alone, then reads its rows
  const page = selectMatching(db, filter)
    .select('id')
    .orderBy(by, direction)
    .orderBy('at', direction)
    .orderBy('id', direction)
    // a literal: a plan for any number of rows would sort them all
    .limit(sql.lit(limit))
    .$if(offset > 0, (query) => query.offset(offset));
  return listEntries(db, sql`id in (${page})`, options.order);
}

/**
 * A page in time order. Searches for the text only in the first `maxMatches` entries that match the other conditions:
 * for frequent texts, because the remaining entries are not read.
 */
export function searchFirstMatches(
  db: Database,
  { search = '', ...filter }: ActivityFilter,
  { order, offset, limit, maxMatches }: PageOptions & { readonly maxMatches: number },
): Promise<EntryRow[]> {
  const { direction } = order;
  const candidates = selectMatching(db, filter)
    .select(['id', 'at', 'searchable'])
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(maxMatches);
  const page = db
    .selectFrom(candidates.as('candidate'))
    .modifyFront(plannedEachTime)
    .select('id')
    .where(containsText(search))
    .orderBy('at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset);
  return listEntries(db, sql`id in (${page})`, order);
}

function listEntries(db: Database, condition: RawBuilder<boolean>, { by, direction }: Order): Promise<EntryRow[]> {
  return db
    .selectFrom('activity_entry')
    .select(columns)
    .where(condition)
    .orderBy(by, direction)
    .orderBy('at', direction)
    .orderBy('id', direction)
    .execute();
}

/** The same page, counted from the nearer end. */
function pageFromNearerEnd({ order, offset, limit, total }: PageOptions & { readonly total?: number | undefined }) {
  if (total === undefined || offset <= total / 2) return { direction: order.direction, limit, offset };
  return {
    direction: order.direction === 'asc' ? ('desc' as const) : ('asc' as const),
    limit: Math.min(limit, total - offset),
    offset: Math.max(0, total - offset - limit),
  };
}

export function findEntry(db: Database, id: number): Promise<EntryDetailsRow | undefined> {
  return db.selectFrom('activity_entry').select(detailedColumns).where('id', '=', id).executeTakeFirst();
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
