/** Hours that the overview can show, up to now. */
export const windowHours = [1, 2, 4, 6, 8, 10, 12, 24, 72, 168] as const;
export type WindowHours = (typeof windowHours)[number];
export const defaultHours: WindowHours = 1;

const hourMilliseconds = 3_600_000;
const hoursPerDay = 24;

/** Where a window that ends now begins, as the API wants it. */
export function windowStart(hours: WindowHours, now: Date): string {
  return new Date(now.getTime() - hours * hourMilliseconds).toISOString();
}

/** A window in words: whole days from three on, hours below. */
export function inDays(hours: WindowHours): number | undefined {
  return hours > hoursPerDay ? hours / hoursPerDay : undefined;
}
