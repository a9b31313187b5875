import { numberFormat } from './formats.ts';

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const rateUnits = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'] as const;
const step = 1000;

/** "1.2 GB": three significant figures, units of 1000 (SI), decimal separator of the language. */
export function formatBytes(bytes: number, language: string): string {
  return scaled(bytes, byteUnits, language);
}

/** "12.3 Mbit/s" from bits per second. */
export function formatBits(bitsPerSecond: number, language: string): string {
  return scaled(bitsPerSecond, rateUnits, language);
}

/** "12,345", with the digit grouping of the language. */
export function formatCount(count: number, language: string): string {
  return numberFormat(language).format(count);
}

const spans = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** "5 minutes", "90 minutes": in the largest unit of which it is a whole number. */
export function formatDuration(seconds: number, language: string): string {
  const { unit, seconds: length } = spans.find((span) => seconds >= span.seconds && seconds % span.seconds === 0) ?? {
    unit: 'second',
    seconds: 1,
  };
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}

function scaled(amount: number, units: readonly string[], language: string): string {
  let value = amount;
  let unit = 0;
  // 999.5 would round to "1000 kB", so the next unit starts there
  while (Math.abs(value) >= step - 0.5 && unit < units.length - 1) {
    value /= step;
    unit += 1;
  }
  const format = numberFormat(language, unit === 0 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
  return `${format.format(value)}\u00a0${units[unit]}`;
}
