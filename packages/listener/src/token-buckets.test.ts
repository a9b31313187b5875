import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const rate = { burst: 2, perSecond: 4 };

it('allows a burst, then returns the seconds until the next token', () => {
  let now = 0;
  const buckets = createTokenBuckets(() => now);
  expect([1, 2, 3].map(() => buckets.take('a', rate))).toEqual([0, 0, 0.25]);
  expect(buckets.take('b', rate)).toBe(0);
  now += 125;
  expect(buckets.take('a', rate)).toBe(0.125);
  now += 125;
  expect(buckets.take('a', rate)).toBe(0);
});

it('drops full buckets first and then the oldest one to stay within the limit', () => {
  let now = 0;
  const buckets = createTokenBuckets(() => now, 3);
  for (const key of ['full', 'a', 'b']) {
    buckets.take(key, rate);
    if (key === 'full') now += 250;
    else buckets.take(key, rate);
  }
  buckets.take('c', rate);
  expect(buckets.take('a', rate)).toBeGreaterThan(0);
  buckets.take('d', rate);
  // was dropped as the oldest
  expect(buckets.take('a', rate)).toBe(0);
});
