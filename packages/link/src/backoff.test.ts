import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMilliseconds } from './backoff.ts';

it('doubles its bound from 1 s to 30 s and stays there', () => {
  const bounds = [0, 1, 2, 3, 4, 5, 6, 5000].map((attempt) => backoffMilliseconds(attempt, 1 - Number.EPSILON));
  expect(bounds.map((bound) => Math.round(bound / 100) / 10)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

it('uses the whole range below its bound', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, random) => {
      const delay = backoffMilliseconds(attempt, random);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThan(30_000);
    }),
  );
  expect(backoffMilliseconds(3, 0)).toBe(0);
});
