import type { ActivityModule } from '@gatewarden/contract/activity-events';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import type { DB } from '../../platform/database/types.gen.ts';
import { containsText } from './search.queries.ts';

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

export function selectMatching(db: Database | Tx, filter: ActivityFilter): Selection {
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
