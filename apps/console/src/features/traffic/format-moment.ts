import { dateFormat } from '../../lib/format/formats.ts';
import { clockOf } from '../../lib/format/instant.ts';

/** "14:32" in a window of at most a day, "11/21, 14:00" in a longer one; in the time zone of the user. */
export function formatMoment(at: Date, hours: number, locale: string): string {
  return dateFormat(locale, {
    ...clockOf(locale),
    ...(hours > 24 && { month: 'numeric', day: 'numeric' }),
  }).format(at);
}
