const hour = 3_600_000;
const day = 24 * hour;

/** Milliseconds for which core keeps each level of traffic; where it would move anything of the data set, a test fails. */
export const retention = {
  deviceMinutes: 7 * hour,
  deviceHours: 35 * day,
  totalMinutes: 2 * day,
} as const;
