export type Step = 'minute' | 'hour';

export const stepMilliseconds = { minute: 60_000, hour: 3_600_000 } as const satisfies Record<Step, number>;

/** Interface reference §5: the oldest are returned when there are more. */
export const maxBuckets = 360;

/** Minutes, or hours when the time to be shown begins six hours ago or earlier. */
export function chooseStep(from: Date, now: Date): Step {
  return now.getTime() - from.getTime() >= 6 * stepMilliseconds.hour ? 'hour' : 'minute';
}

/** Start of the bucket that the instant is in; buckets of UTC. */
export function bucketStart(at: Date, step: Step): Date {
  return new Date(Math.floor(at.getTime() / stepMilliseconds[step]) * stepMilliseconds[step]);
}
