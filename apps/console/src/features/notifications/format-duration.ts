const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "12 minutes", in the largest unit of which there is at least one; less than a minute counts as one. */
export function formatDuration(seconds: number, language: string): string {
  const [unit, length] = units.find(([, of]) => seconds >= of) ?? ['minute', 60];
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  });
  return format.format(Math.max(1, Math.round(seconds / length)));
}
