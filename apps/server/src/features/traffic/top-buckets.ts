/** Lengths of the buckets in which devices are ranked; each is a whole number of those before. */
export const topSteps = { five_minutes: 300_000, hour: 3_600_000, day: 86_400_000 } as const;
export type TopStep = keyof typeof topSteps;

const { hour, day } = topSteps;

/** How long each level is retained; hours and days are read again from the traffic of devices if they are missing. */
export const topRetention = {
  five_minutes: 26 * hour,
  hour: 36 * day,
  day: 400 * day,
} as const satisfies Record<TopStep, number>;

/** Older ends of a range move to whole hours and days, since shorter buckets are about to be deleted. */
const usable = { five_minutes: 25 * hour, hour: 35 * day } as const;

/** `until` is exclusive. */
export interface BucketRange {
  readonly step: TopStep;
  readonly from: Date;
  readonly until: Date;
}

/** Start of the bucket that contains the instant; buckets are aligned to UTC. */
export function topBucketStart(at: Date, step: TopStep): Date {
  return new Date(Math.floor(at.getTime() / topSteps[step]) * topSteps[step]);
}

/** The range, extended to buckets that are retained. */
export function alignRange(from: Date, until: Date, now: Date): { from: Date; until: Date } {
  const end = topBucketStart(until, stepAt(until, now));
  const isWhole = end.getTime() === until.getTime();
  return {
    from: topBucketStart(from, stepAt(from, now)),
    until: isWhole ? end : new Date(end.getTime() + topSteps[stepAt(until, now)]),
  };
}

function stepAt(at: Date, now: Date): TopStep {
  const age = now.getTime() - at.getTime();
  if (age > usable.hour) return 'day';
  return age > usable.five_minutes ? 'hour' : 'five_minutes';
}

/** The range as few buckets: days, hours around them and five minutes around those; at most five ranges, in order. */
export function coverRange(from: Date, until: Date): BucketRange[] {
  const ranges: BucketRange[] = [];
  for (let at = from; at < until; ) {
    const step = longestStep(at, until);
    const next = new Date(at.getTime() + topSteps[step]);
    const last = ranges.at(-1);
    if (last?.step === step) ranges[ranges.length - 1] = { ...last, until: next };
    else ranges.push({ step, from: at, until: next });
    at = next;
  }
  return ranges;
}

function longestStep(at: Date, until: Date): TopStep {
  const fits = (step: TopStep) =>
    at.getTime() % topSteps[step] === 0 && at.getTime() + topSteps[step] <= until.getTime();
  return fits('day') ? 'day' : fits('hour') ? 'hour' : 'five_minutes';
}
