import { dateFormat } from '../../lib/format/formats.ts';
import { clockOf } from '../../lib/format/instant.ts';
import { instant } from '../../lib/search.ts';
import type { TimeRange } from '../../ui/chart/traffic-chart.tsx';

/** The part that is zoomed to, as search parameters of a route. */
export const zoomReaders = { from: instant, until: instant } as const;

interface ZoomSearch {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Undefined if nothing is zoomed to. */
export function zoomOf({ from, until }: ZoomSearch): TimeRange | undefined {
  if (from === undefined || until === undefined) return undefined;
  const range = { from: new Date(from), until: new Date(until) };
  return range.from < range.until ? range : undefined;
}

/** All keys, so that they replace those of another part. */
export function toZoomSearch(range: TimeRange | undefined): ZoomSearch {
  return { from: range?.from.toISOString(), until: range?.until.toISOString() };
}

/** "Nov 3, 10:00 – Nov 5, 14:00"; for whole days "Nov 3 – 5", which are those of UTC. */
export function formatRange({ from, until }: TimeRange, areWholeDays: boolean, locale: string): string {
  const day = { month: 'short', day: 'numeric' } as const;
  const format = dateFormat(locale, areWholeDays ? { ...day, timeZone: 'UTC' } : { ...day, ...clockOf(locale) });
  return format.formatRange(from, new Date(until.getTime() - (areWholeDays ? 1 : 0)));
}
