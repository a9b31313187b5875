/** Periods up to now, by their name in the URL. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

const days: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/** Start of the period that ends now. */
export function startOf(period: Period, now: Date): Date {
  return new Date(now.getTime() - days[period] * 86_400_000);
}
