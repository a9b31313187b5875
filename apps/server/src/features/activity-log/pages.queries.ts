import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import { type ActivityFilter, countUpTo, type Order, selectMatching } from './activity-filter.queries.ts';
import { type EntryRow, entryColumns, selectLastId } from './entries.queries.ts';
import { containsText } from './search.queries.ts';

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
    rows: ids.length > 0 ? await selectEntries(db, sql`id = any(${ids}::bigint[])`, { by, direction }).execute() : [],
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
  return selectPage(db, filter, options).execute();
}

/** The first page of all entries and their number, in one statement. */
export async function listFirstPage(
  db: Database,
  options: Omit<PageOptions, 'offset'>,
): Promise<{ readonly total: number; readonly rows: EntryRow[] }> {
  const rows = await selectPage(db, {}, { ...options, offset: 0 })
    .select(selectLastId(db).as('total'))
    .execute();
  return { total: rows[0]?.total ?? 0, rows };
}

function selectPage(
  db: Database,
  filter: ActivityFilter,
  options: PageOptions & { readonly total?: number | undefined },
) {
  const { direction, limit, offset } = pageFromNearerEnd(options);
  const { by } = options.order;
  // selects the page from the index alone, then reads its rows
  const page = selectMatching(db, filter)
    // the last page has any number of entries, which must not become as many prepared statements
    .$if(limit !== options.limit, (query) => query.modifyFront(plannedEachTime))
    .select('id')
    .orderBy(by, direction)
    .orderBy('at', direction)
    .orderBy('id', direction)
    // a literal: a plan for any number of rows would sort them all
    .limit(sql.lit(limit))
    .$if(offset > 0, (query) => query.offset(offset));
  return selectEntries(db, sql`id in (${page})`, options.order);
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
  return selectEntries(db, sql`id in (${page})`, order).execute();
}

function selectEntries(db: Database, condition: RawBuilder<boolean>, { by, direction }: Order) {
  return db
    .selectFrom('activity_entry')
    .select(entryColumns)
    .where(condition)
    .orderBy(by, direction)
    .orderBy('at', direction)
    .orderBy('id', direction);
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
