import type { Notification } from '@gatewarden/contract/notifications';
import { formatDay, instantOf } from '../../lib/format/instant.ts';

interface Day {
  /** As `formatDay`. */
  readonly label: string;
  readonly notifications: readonly Notification[];
}

/** In the order given, by days of the reader's time zone. */
export function groupByDay(notifications: readonly Notification[], now: Date, language: string): Day[] {
  const days = Map.groupBy(notifications, ({ at }) => formatDay(instantOf(at), now, language));
  return [...days].map(([label, members]) => ({ label, notifications: members }));
}
