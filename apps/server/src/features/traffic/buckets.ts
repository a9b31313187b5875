export type Step = 'minute' | 'hour';

export const stepMilliseconds = { minute: 60_000, hour: 3_600_000 } as const satisfies Record<Step, number>;

/** Interface reference §5: if there are more, the oldest are returned. */
export const maxBuckets = 360;

/** Minutes; hours if the requested time begins six hours ago or earlier. */
export function chooseStep(from: Date, now: Date): Step {
  return now.getTime() - from.getTime() >= 6 * stepMilliseconds.hour ? 'hour' : 'minute';
}

/** Start of the bucket that contains the instant; buckets are aligned to UTC. */
export function bucketStart(at: Date, step: Step): Date {
  return new Date(Math.floor(at.getTime() / stepMilliseconds[step]) * stepMilliseconds[step]);
}
