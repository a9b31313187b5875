/** Load by hour of local time, relative to the busiest hour. */
const byHour = [
  0.02, 0.01, 0.01, 0.01, 0.01, 0.03, 0.1, 0.35, 0.75, 0.95, 1, 0.95, 0.6, 0.8, 1, 0.95, 0.85, 0.6, 0.35, 0.25, 0.2,
  0.15, 0.08, 0.04,
];

/** Share of the busiest hour, at least 0 and at most 1. `hour` may be any whole number. */
export function workload(hour: number): number {
  return byHour[((hour % 24) + 24) % 24] ?? 0;
}

/** Whether people work on the day of the instant, in Unix milliseconds. */
export type IsWorkingDay = (at: number) => boolean;

const dayMilliseconds = 86_400_000;

/** Counts days back from the end of the data, so that the number of working days does not depend on its weekday. */
export function workingDaysBefore(end: number): IsWorkingDay {
  return (at) => {
    const daysAgo = Math.floor((end - at) / dayMilliseconds);
    return daysAgo % 7 < 3 || daysAgo % 7 > 4;
  };
}

/** Monday to Friday, UTC. */
export function isWeekday(at: number): boolean {
  const day = new Date(at).getUTCDay();
  return day !== 0 && day !== 6;
}
