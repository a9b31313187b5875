/** Window lengths of the overview in hours, up to now. */
export const windowHours = [1, 2, 4, 6, 8, 10, 12, 24, 72, 168] as const;
export type WindowHours = (typeof windowHours)[number];
export const defaultHours: WindowHours = 1;

const hourMilliseconds = 3_600_000;
const hoursPerDay = 24;

/** Start of a window that ends now, in the format of the API. */
export function windowStart(hours: WindowHours, now: Date): string {
  return new Date(now.getTime() - hours * hourMilliseconds).toISOString();
}

/** Length in days for windows of more than a day; undefined for shorter ones. */
export function inDays(hours: WindowHours): number | undefined {
  return hours > hoursPerDay ? hours / hoursPerDay : undefined;
}
