import { dateFormat } from './formats.ts';
import { clockOf, instantOf } from './instant.ts';

/** Day and time of an instant of the API, to the minute. */
export function formatUntil(until: string, locale: string): string {
  return dateFormat(locale, { ...clockOf(locale), month: 'short', day: 'numeric' }).format(instantOf(until));
}
