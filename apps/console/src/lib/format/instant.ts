import { dateFormat, relativeFormat } from './formats.ts';

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Instant of the API, which is UTC without a zone (`2030-01-31T12:00:00.123`). */
export function instantOf(naive: string): Date {
  return new Date(`${naive}Z`);
}

/**
 * Date (MM/dd/yyyy in English) and time to the second with the zone, in the time zone of the user by default. A locale
 * without hour cycle has 24 hours.
 */
export function formatInstant(at: Date, locale: string, timeZone?: string): string {
  return dateFormat(localeOf(locale), {
    ...day,
    ...clockOf(locale),
    second: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(at);
}

/** MM/dd/yyyy in English, in the time zone of the user. */
export function formatDate(at: Date, locale: string): string {
  return dateFormat(localeOf(locale), day).format(at);
}

/** Date as `formatDate` and time to the minute, in the time zone of the user. */
export function formatMinute(at: Date, locale: string): string {
  return dateFormat(localeOf(locale), { ...day, ...clockOf(locale) }).format(at);
}

/** "Mon, 11/23, 14:00 – 15:00" for an interval that starts at `at`; "14:32" for one of a minute or less today. */
export function formatInterval(at: Date, seconds: number, locale: string, now = new Date()): string {
  const isToday = at.toDateString() === now.toDateString();
  const start = dateFormat(localeOf(locale), {
    ...(!isToday && { weekday: 'short', month: 'numeric', day: 'numeric' }),
    ...clockOf(locale),
  });
  const end = dateFormat(localeOf(locale), clockOf(locale));
  if (seconds <= 60) return start.format(at);
  return `${start.format(at)} – ${end.format(new Date(at.getTime() + seconds * 1000))}`;
}

/** "Today", "Yesterday", "Monday, November 16"; with the year if it is not the current one. In the time zone of the user. */
export function formatDay(at: Date, now: Date, locale: string): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000);
  if (days === 0 || days === -1) {
    const [first = '', ...rest] = relativeFormat(locale).format(days, 'day');
    return [first.toLocaleUpperCase(locale), ...rest].join('');
  }
  return dateFormat(localeOf(locale), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  }).format(at);
}

function startOfDay(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** From `below` on, the next unit is used. Months start at two: "next month" is too vague for 45 days. */
const unitsBelowYear: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number; below: number }[] = [
  { unit: 'minute', seconds: 60, below: 60 },
  { unit: 'hour', seconds: 3_600, below: 24 },
  { unit: 'day', seconds: 86_400, below: 60 },
  { unit: 'month', seconds: 2_629_800, below: 12 },
];
const yearSeconds = 31_557_600;

/** A moment in the past, for which `Intl` says "now". */
const justNow: Readonly<Record<string, string>> = { en: 'just now', ko: '방금', pl: 'przed chwilą' };

/**
 * "5 minutes ago", "in 2 hours", to the nearest whole unit; "just now" or "now" below a minute. Days are those of the calendar of the
 * user: "yesterday" is never the day before.
 */
export function formatRelative(at: Date, now: Date, language: string): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 60)
    return (seconds <= 0 && justNow[language]) || relativeFormat(language).format(0, 'second');
  const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000);
  if (Math.abs(days) === 2 && Math.round(Math.abs(seconds) / 86_400) === 1)
    return relativeFormat(language).format(days, 'day');
  return formatSeconds(seconds, language, Math.round);
}

/** How long ago something began, at least a minute: 20 minutes, 3 hours, 2 days. */
export interface Elapsed {
  readonly unit: 'minute' | 'hour' | 'day';
  readonly count: number;
}

export function elapsedSince(at: Date, now: Date): Elapsed {
  const minutes = Math.max(1, Math.round((now.getTime() - at.getTime()) / 60_000));
  if (minutes < 60) return { unit: 'minute', count: minutes };
  const hours = Math.round(minutes / 60);
  return hours < 24 ? { unit: 'hour', count: hours } : { unit: 'day', count: Math.round(minutes / 1440) };
}

/** "12s ago", from a minute on "5 minutes ago", for data whose age matters to the second. */
export function formatAge(at: Date, now: Date, language: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) >= 60) return formatSeconds(seconds, language, Math.round);
  return relativeFormat(language, { numeric: 'always', style: 'narrow' }).format(Math.min(seconds, -1), 'second');
}

/** "in 5 minutes" for a waiting time, rounded up to at least one minute. */
export function formatWait(seconds: number, language: string): string {
  return formatSeconds(Math.max(seconds, 60), language, Math.ceil);
}

function formatSeconds(seconds: number, language: string, round: (amount: number) => number): string {
  const format = relativeFormat(language);
  const sign = Math.sign(seconds);
  for (const { unit, seconds: length, below } of unitsBelowYear) {
    const amount = round(Math.abs(seconds) / length);
    if (amount < below) return format.format(sign * amount, unit);
  }
  // "last year" means the previous calendar year, which may not contain the time 12 months ago
  return relativeFormat(language, { numeric: 'always' }).format(sign * round(Math.abs(seconds) / yearSeconds), 'year');
}

const halfDays = new Map<string, boolean>();

/** Format of hours and minutes in the hour cycle of `useLocale`: "09:05" or "9:05 AM". */
export function clockOf(locale: string): Pick<Intl.DateTimeFormatOptions, 'hour' | 'minute' | 'hourCycle'> {
  const hasHalves = hasHalfDays(locale);
  return hasHalves
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
}

function hasHalfDays(locale: string): boolean {
  const known = halfDays.get(locale) ?? new Intl.Locale(locale).hourCycle === 'h12';
  halfDays.set(locale, known);
  return known;
}

function localeOf(locale: string): string {
  return locale.replace(/^en\b/, 'en-US');
}
