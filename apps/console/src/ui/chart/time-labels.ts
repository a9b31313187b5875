import { dateFormat } from '../../lib/format/formats.ts';
import { clockOf } from '../../lib/format/instant.ts';

const daySeconds = 86_400;

/** Whether a range of seconds is longer than a day. */
export function spansDays(from: number, to: number): boolean {
  return to - from > daySeconds;
}

/** For longer ranges the month matters more than the weekday. */
const maxWeekdaySeconds = 14 * daySeconds;

/**
 * "14:00" for times. Where the labels span several days, the start of a day is "Mon 16", or "Nov 16" if they span more
 * than two weeks. Starts of months are "Feb", and with the year "Jan 2027". In the time zone of the user.
 */
export function timeLabels(seconds: readonly number[], locale: string): string[] {
  const clock = dateFormat(locale, clockOf(locale));
  const instants = seconds.map((second) => new Date(second * 1000));
  const days = new Set(instants.map((instant) => instant.toDateString()));
  const isLong = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0) > maxWeekdaySeconds;
  if (isLong && instants.every(isMonthStart)) return instants.map((instant) => monthLabel(instant, locale));
  return instants.map((instant) => {
    if (days.size < 2 || !isMidnight(instant)) return clock.format(instant);
    return isLong ? dateFormat(locale, { month: 'short', day: 'numeric' }).format(instant) : dayLabel(instant, locale);
  });
}

/** "Jan 2027", "Feb" */
function monthLabel(at: Date, locale: string): string {
  return dateFormat(locale, { month: 'short', ...(at.getMonth() === 0 && { year: 'numeric' }) }).format(at);
}

/** "Mon 16" */
function dayLabel(at: Date, locale: string): string {
  const part = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, options).format(at);
  return `${part({ weekday: 'short' })} ${part({ day: 'numeric' })}`;
}

function isMonthStart(instant: Date): boolean {
  return instant.getDate() === 1 && isMidnight(instant);
}

function isMidnight(instant: Date): boolean {
  return instant.getHours() === 0 && instant.getMinutes() === 0;
}
