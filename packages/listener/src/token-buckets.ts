export interface Rate {
  /** How many tokens can be taken together. */
  readonly burst: number;
  readonly perSecond: number;
}

export interface TokenBuckets {
  /**
   * Takes a token from the bucket of the key. Returns 0, or the seconds until a token is available if the bucket is
   * empty.
   */
  take(key: string, rate: Rate): number;
}

interface Bucket {
  tokens: number;
  /** Milliseconds of `now`. */
  filledAt: number;
  /** When the bucket is full again; a full bucket is equivalent to a missing one. */
  fullAt: number;
}

/** Limits memory. */
const defaultMaxBuckets = 10_000;

/**
 * Token buckets by key, in this process. If there are too many, full ones are dropped, then the oldest.
 * `now` returns milliseconds. If it goes back, the bucket is not refilled and time counts from there.
 */
export function createTokenBuckets(now: () => number, maxBuckets = defaultMaxBuckets): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  function makeRoom(at: number): void {
    for (const [key, { filledAt, fullAt }] of buckets) if (at < filledAt || at >= fullAt) buckets.delete(key);
    const [oldest] = buckets.keys();
    if (buckets.size >= maxBuckets && oldest !== undefined) buckets.delete(oldest);
  }

  return {
    take(key, { burst, perSecond }) {
      const at = now();
      const former = buckets.get(key);
      if (!former && buckets.size >= maxBuckets) makeRoom(at);
      const seconds = former ? Math.max(0, at - former.filledAt) / 1000 : 0;
      const filled = former ? Math.min(burst, former.tokens + seconds * perSecond) : burst;
      const tokens = filled < 1 ? filled : filled - 1;
      buckets.set(key, { tokens, filledAt: at, fullAt: at + ((burst - tokens) / perSecond) * 1000 });
      return filled < 1 ? (1 - filled) / perSecond : 0;
    },
  };
}
