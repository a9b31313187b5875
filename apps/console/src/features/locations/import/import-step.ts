/** Steps of the import, in order. */
export const importSteps = ['file', 'location', 'devices', 'review'] as const;
export type ImportStep = (typeof importSteps)[number];
