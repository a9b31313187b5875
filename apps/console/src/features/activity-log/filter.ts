import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import { activityEvents, activityModules } from '@gatewarden/contract/activity-events.names';
import type { listActivity } from '@gatewarden/contract/activity-log';
import type { QueryInputOf } from '@gatewarden/contract/endpoint';
import { parseSort } from '../../ui/table/column.ts';
import type { ActivitySearch, TimePreset } from './activity-search.ts';

export type ActivityQuery = NonNullable<QueryInputOf<typeof listActivity>>;

/** Filters from the address, without values that the server does not know. */
export interface ActivityFilter {
  time?: TimePreset | undefined;
  from?: string | undefined;
  until?: string | undefined;
  person?: readonly string[] | undefined;
  event?: readonly ActivityEvent[] | undefined;
  module?: readonly ActivityModule[] | undefined;
  location?: readonly string[] | undefined;
  q?: string | undefined;
}

const hourMilliseconds = 3_600_000;
const presetHours: Readonly<Record<TimePreset, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

export const newestFirst = '-timestamp';
const sortable = ['timestamp', 'username', 'location', 'ip', 'event', 'module', 'device'] as const;

export function filterOf({ time, from, until, person, location, q, ...search }: ActivitySearch): ActivityFilter {
  return {
    ...(from === undefined && until === undefined && { time }),
    from,
    until,
    person,
    event: knownValues(activityEvents, search.event),
    module: knownValues(activityModules, search.module),
    location,
    q: q === undefined || q.length < minimumLength(q) ? undefined : q,
  };
}

/** A single Latin letter matches every entry; one of another alphabet may be a word. */
function minimumLength(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? 2 : 1;
}

function knownValues<Value extends string>(all: readonly Value[], given: readonly string[] | undefined) {
  const found = all.filter((value) => given?.includes(value));
  return found.length > 0 ? found : undefined;
}

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Query for the server; a preset counts back from `now`. */
export function queryOf(filter: ActivityFilter, now: Date): Omit<ActivityQuery, 'page' | 'sort_by' | 'sort_order'> {
  const { time, from, until, person, event, module, location, q } = filter;
  return {
    from: time ? new Date(now.getTime() - presetHours[time] * hourMilliseconds).toISOString() : from,
    until,
    username: mutableCopy(person),
    event: mutableCopy(event),
    module: mutableCopy(module),
    location: mutableCopy(location),
    search: q,
  };
}

function mutableCopy<Value extends string>(values: readonly Value[] | undefined): Value[] | undefined {
  return values && [...values];
}

/** Sort parameters for the server; newest first for an unknown column. */
export function orderOf(sort: string | undefined): Pick<ActivityQuery, 'sort_by' | 'sort_order'> {
  const { column, descending } = parseSort(sort ?? newestFirst);
  const by = sortable.find((name) => name === column);
  return by ? { sort_by: by, sort_order: descending ? 'desc' : 'asc' } : { sort_by: 'timestamp', sort_order: 'desc' };
}
