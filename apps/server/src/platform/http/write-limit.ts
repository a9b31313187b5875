import { DomainError } from '@gatewarden/contract/errors';
import type { Clock } from '../../ports/clock.ts';
import type { Actor } from '../actor.ts';

interface Bucket {
  tokens: number;
  /** Milliseconds since the epoch. */
  filledAt: number;
}

interface Options {
  readonly clock: Clock;
  /** How many writes a session or API token may make in the long run; 0: any number. */
  readonly perSecond: number;
}

/** A bucket holds what its rate gives in this time: a person's burst of clicks, or a small script at one go. */
const burstSeconds = 6;
/** Administrators import, fill and script; what they may change anyway needs no protection from them. */
const administratorFactor = 20;
/** Beyond it, buckets that are full again are dropped: they say no more than no bucket. */
const mostBuckets = 10_000;

/**
 * Bounds how many calls that change something a session or an API token makes: a token bucket each, in this process.
 * The function throws rate_limited with `retry_after_seconds` for a call too many.
 */
export function createWriteLimit({ clock, perSecond }: Options): (actor: Actor) => void {
  const buckets = new Map<string, Bucket>();

  return (actor) => {
    if (perSecond === 0) return;
    const rate = actor.isAdmin ? perSecond * administratorFactor : perSecond;
    const now = clock.now().getTime();
    if (buckets.size >= mostBuckets) makeRoom(buckets, now);
    const key = actor.token ? `token ${actor.token.id}` : `session ${actor.sessionId}`;
    const bucket = fill(buckets.get(key), rate, now);
    buckets.set(key, bucket);
    if (bucket.tokens < 1) {
      throw new DomainError('rate_limited', { retry_after_seconds: Math.ceil((1 - bucket.tokens) / rate) });
    }
    bucket.tokens -= 1;
  };
}

/** A clock that was set back refills nothing, and the time counts from there. */
function fill(bucket: Bucket | undefined, rate: number, now: number): Bucket {
  const size = rate * burstSeconds;
  if (!bucket) return { tokens: size, filledAt: now };
  const seconds = Math.max(0, now - bucket.filledAt) / 1000;
  return { tokens: Math.min(size, bucket.tokens + seconds * rate), filledAt: now };
}

/** Every bucket is full again after the burst's time. */
function makeRoom(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, { filledAt }] of buckets) {
    if (now < filledAt || now - filledAt >= burstSeconds * 1000) buckets.delete(key);
  }
  // that many in a few seconds: the one that was made first goes
  const [oldest] = buckets.keys();
  if (buckets.size >= mostBuckets && oldest !== undefined) buckets.delete(oldest);
}
