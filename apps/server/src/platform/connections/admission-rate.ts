export interface Rate {
  /** How many may come together. */
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: `take` is false when there were too many lately. */
export function createRate({ burst, perSecond }: Rate, now: () => number): { take(): boolean } {
  let tokens = burst;
  let countedAt = now();
  return {
    take() {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - countedAt) / 1000) * perSecond);
      countedAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
