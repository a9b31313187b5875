import type { TrafficStorage } from '@gatewarden/contract/traffic-history';
import type { TrafficSizes } from './storage.queries.ts';

const dayMilliseconds = 86_400_000;
/**
 * A day has 24 slots for the hours and one afterwards, and a row of its own for each. Measured: the days of a device take
 * a twentieth of its hours. Used until days are stored.
 */
const dayShare = 1 / 20;

interface Retention {
  readonly detailDays: number;
  readonly historyDays: number;
}

/** What is stored, and what it grows to if traffic stays as it is. */
export function describeStorage(
  sizes: TrafficSizes,
  now: Date,
  { detailDays, historyDays }: Retention,
): TrafficStorage {
  const { minutes, hours, days, totals, others } = sizes;
  const bytes = minutes + hours + days + totals + others;
  const hoursPerDay = perDay(hours, sizes.oldest_hour, now);
  const totalsPerDay = perDay(totals, sizes.oldest_total, now);
  if (hoursPerDay === null || totalsPerDay === null) {
    return { bytes, expected_bytes: null, detail_bytes_per_day: null, history_bytes_per_day: null };
  }
  // the days of the last weeks are still hours
  const end = new Date(now.getTime() - detailDays * dayMilliseconds);
  const history = totalsPerDay + (perDay(days, sizes.oldest_day, end) ?? hoursPerDay * dayShare);
  return {
    bytes,
    expected_bytes: Math.round(minutes + others + hoursPerDay * detailDays + history * historyDays),
    detail_bytes_per_day: Math.round(hoursPerDay),
    history_bytes_per_day: Math.round(history),
  };
}

/** Null if what is stored begins less than a day before the end. */
function perDay(bytes: number, oldest: Date | null, end: Date): number | null {
  const days = oldest ? (end.getTime() - oldest.getTime()) / dayMilliseconds : 0;
  return days < 1 ? null : bytes / days;
}
