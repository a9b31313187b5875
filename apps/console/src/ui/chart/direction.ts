/** As devices see it: `down` is what they receive, `up` what they send. */
export type Direction = 'down' | 'up';

/** In the order in which they are shown. */
export const directions = ['down', 'up'] as const satisfies readonly Direction[];
