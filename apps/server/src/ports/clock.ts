/** Time as the product sees it, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Since an arbitrary instant, for durations within this process: it only grows, also when `now` is set back. */
  elapsedMilliseconds(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsedMilliseconds: () => performance.now() };
