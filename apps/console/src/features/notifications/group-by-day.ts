import type { Notification } from '@gatewarden/contract/notifications';
import { instantOf } from '../../lib/format/instant.ts';

interface Day {
  /** "Today", "Yesterday" or "Friday, November 20". */
  readonly label: string;
  readonly notifications: readonly Notification[];
}

/** In the order given, by days of the reader's time zone. */
export function groupByDay(notifications: readonly Notification[], now: Date, language: string): Day[] {
  const days = Map.groupBy(notifications, ({ at }) => labelOf(instantOf(at), now, language));
  return [...days].map(([label, members]) => ({ label, notifications: members }));
}

function labelOf(at: Date, now: Date, language: string): string {
  // the length of a day varies where clocks change
  const daysAgo = Math.round((startOfDay(now).getTime() - startOfDay(at).getTime()) / 86_400_000);
  const label =
    daysAgo <= 1
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.max(daysAgo, 0), 'day')
      : new Intl.DateTimeFormat(language, { weekday: 'long', month: 'long', day: 'numeric' }).format(at);
  return label.charAt(0).toLocaleUpperCase(language) + label.slice(1);
}

function startOfDay(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}
