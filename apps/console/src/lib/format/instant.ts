/** A moment of the API, which is UTC without saying so (`2030-01-31T12:00:00.123`). */
export function instantOf(naive: string): Date {
  return new Date(`${naive}Z`);
}

/** Day (MM/dd/yyyy in English, else the language's own) and time to the second with the zone's name, in the reader's zone. */
export function formatInstant(at: Date, language: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(at);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "5 minutes ago", "in 2 hours"; under a minute it is "now". */
export function formatRelative(at: Date, now: Date, language: string): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

function localeOf(language: string): string {
  return language === 'en' ? 'en-US' : language;
}
