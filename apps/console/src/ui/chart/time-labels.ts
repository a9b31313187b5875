import { dateFormat } from '../../lib/format/formats.ts';
import { clockOf } from '../../lib/format/instant.ts';

const daySeconds = 86_400;

/** Whether a range of seconds is longer than a day. */
export function spansDays(from: number, to: number): boolean {
  return to - from > daySeconds;
}

/** "14:00"; "Mon 16" for the start of a day where the labels span more than one. In the time zone of the user. */
export function timeLabels(seconds: readonly number[], locale: string): string[] {
  const clock = dateFormat(locale, clockOf(locale));
  const instants = seconds.map((second) => new Date(second * 1000));
  const days = new Set(instants.map((instant) => instant.toDateString()));
  return instants.map((instant) =>
    days.size > 1 && isMidnight(instant) ? dayLabel(instant, locale) : clock.format(instant),
  );
}

/** "Mon 16" */
function dayLabel(at: Date, locale: string): string {
  const part = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, options).format(at);
  return `${part({ weekday: 'short' })} ${part({ day: 'numeric' })}`;
}

function isMidnight(instant: Date): boolean {
  return instant.getHours() === 0 && instant.getMinutes() === 0;
}
