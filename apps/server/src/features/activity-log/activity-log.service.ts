import type { Readable } from 'node:stream';
import { activityPageSize } from '@gatewarden/contract/activity-log';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { type ActivityFilter, countUpTo, estimateCount, isIndexed, type Order } from './activity-filter.queries.ts';
import { type EntryDetailsRow, type EntryRow, findEntry, findLastId } from './entries.queries.ts';
import { exportActivity, type formats } from './export-activity.ts';
import { listCountedPage, listFirstPage, listPage, type PageOptions, searchFirstMatches } from './pages.queries.ts';

export type RequestedFilter = Omit<ActivityFilter, 'userId'>;

export interface Page {
  readonly rows: EntryRow[];
  readonly number: number;
  readonly totalItems: number;
  /** Whether `totalItems` is an estimate of the database, because an exact count would take too long. */
  readonly isEstimate: boolean;
  readonly hasNext: boolean;
}

/** Administrators see the entries of all users, other users only their own. */
export interface ActivityLog {
  /** `number` counts from 1. A page beyond the last one is empty. */
  list(actor: Actor, wanted: RequestedFilter, page: { number: number; order: Order }): Promise<Page>;
  /** @throws activity_not_found also for another user's entry, so that ids cannot be probed */
  get(actor: Actor, id: number): Promise<EntryDetailsRow>;
  export(
    actor: Actor,
    wanted: RequestedFilter,
    options: { format: keyof typeof formats; direction: Order['direction'] },
  ): Readable;
}

interface SearchResult {
  /** One more than the page size, if there are more. */
  readonly rows: EntryRow[];
  readonly items: number;
  readonly isEstimate: boolean;
}

/** Finding, counting and sorting this many is fast with any filter but a text. */
const maxCounted = 10_000;
/** Finding this many entries that contain a text takes about 10 ms. */
const maxCountedByText = 1_000;
/** Searching for a text in this many takes about 20 ms. */
const maxSearched = 20_000;
/** The search reads this many times the entries that an even distribution of the text would require. */
const searchMargin = 5;

export function createActivityLogService({ db }: { readonly db: Database }): ActivityLog {
  /** All entries. They are numbered without gaps, so the last number is the total. */
  async function listUnfiltered(options: PageOptions): Promise<SearchResult> {
    // the first page is on the nearer end of any log, so it does not need the total
    if (options.offset === 0) {
      const { rows, total } = await listFirstPage(db, options);
      return { rows, items: total, isEstimate: false };
    }
    const total = await findLastId(db);
    const rows = options.offset < total ? await listPage(db, {}, { ...options, total }) : [];
    return { rows, items: total, isEstimate: false };
  }

  /** For more matches than are counted. */
  async function estimate(filter: ActivityFilter): Promise<number> {
    return Math.max(maxCounted + 1, await estimateCount(db, filter));
  }

  async function listCounted(
    filter: ActivityFilter,
    options: PageOptions,
    maxMatches: number,
  ): Promise<SearchResult | undefined> {
    const page = await listCountedPage(db, filter, { ...options, maxMatches });
    return page && { rows: page.rows, items: page.count, isEstimate: false };
  }

  async function listEstimated(filter: ActivityFilter, options: PageOptions): Promise<SearchResult> {
    return { rows: await listPage(db, filter, options), items: await estimate(filter), isEstimate: true };
  }

  async function listIndexed(filter: ActivityFilter, options: PageOptions): Promise<SearchResult> {
    const [rows, counted] = await Promise.all([listPage(db, filter, options), countUpTo(db, filter, maxCounted + 1)]);
    const isEstimate = counted > maxCounted;
    return { rows, items: isEstimate ? await estimate(filter) : counted, isEstimate };
  }

  /** Counts few matches. Otherwise a full page if its matches are near; undefined if they are not. */
  async function searchText(filter: ActivityFilter, options: PageOptions): Promise<SearchResult | undefined> {
    const planned = await estimateCount(db, filter);
    const isFrequent = planned > maxCountedByText;
    const counted = isFrequent ? undefined : await listCounted(filter, options, maxCountedByText);
    if (counted) return counted;
    const total = await findLastId(db);
    const items = Math.max(planned, maxCountedByText + 1);
    const expected = ((options.offset + options.limit) * total) / items;
    const maxMatches = Math.min(maxSearched, Math.ceil(expected * searchMargin));
    const rows = await searchFirstMatches(db, filter, { ...options, maxMatches });
    if (rows.length < options.limit) return undefined;
    // the planner knows only the frequent texts
    const estimated = isFrequent ? planned : extrapolate(rows, options, total);
    return { rows, items: Math.max(estimated, maxCountedByText + 1), isEstimate: true };
  }

  async function findEntries(filter: ActivityFilter, options: PageOptions): Promise<SearchResult> {
    if (isEmpty(filter)) return listUnfiltered(options);
    if (options.order.by === 'at') {
      if (isIndexed(filter)) return listIndexed(filter, options);
      const found = filter.search && (await searchText(filter, options));
      if (found) return found;
    }
    return (await listCounted(filter, options, maxCounted)) ?? listEstimated(filter, options);
  }

  return {
    async list(actor, wanted, { number, order }) {
      const offset = (number - 1) * activityPageSize;
      const options = { order, offset, limit: activityPageSize + 1 };
      const { rows, items, isEstimate } = await findEntries(visibleTo(actor, wanted), options);
      const shown = rows.slice(0, activityPageSize);
      return {
        rows: shown,
        number,
        totalItems: Math.max(items, shown.length > 0 ? offset + rows.length : 0),
        isEstimate,
        hasNext: rows.length > activityPageSize,
      };
    },
    async get(actor, id) {
      const entry = await findEntry(db, id);
      if (!entry || !(actor.isAdmin || entry.user_id === actor.userId)) throw new DomainError('activity_not_found');
      return entry;
    },
    export: (actor, wanted, options) => exportActivity(db, visibleTo(actor, wanted), options),
  };
}

/** By id and not by name: a name may be assigned to another user later. */
function visibleTo({ isAdmin, userId }: Actor, wanted: RequestedFilter): ActivityFilter {
  return isAdmin ? wanted : { ...wanted, userId };
}

function isEmpty(filter: ActivityFilter): boolean {
  return Object.values(filter).every((value) => value === undefined || value === '');
}

/** How many entries match if the matches up to the last row, in time order, are distributed like all. */
function extrapolate(rows: readonly EntryRow[], { order, offset }: PageOptions, total: number): number {
  const last = rows.at(-1)?.id ?? total;
  const searched = order.direction === 'asc' ? last : total - last + 1;
  return Math.round(((offset + rows.length) * total) / searched);
}
