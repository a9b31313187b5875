/** Limits of one file. */
export const importLimits = { rows: 10_000, bytes: 2 * 1024 * 1024 } as const;
