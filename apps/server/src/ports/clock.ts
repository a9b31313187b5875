/** Time source of the product, which tests can control. */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds since an arbitrary instant, for durations within this process. Monotonic, also if `now` is set back.
   */
  elapsedMilliseconds(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsedMilliseconds: () => performance.now() };
