const hour = 3_600_000;
const day = 24 * hour;

/** Milliseconds for which core retains each level of traffic. A test checks that core rolls up no loaded row. */
export const retention = {
  deviceMinutes: 7 * hour,
  deviceHours: 35 * day,
  totalMinutes: 2 * day,
} as const;
