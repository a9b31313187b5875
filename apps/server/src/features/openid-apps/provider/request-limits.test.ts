import { expect, it } from 'vitest';
import { createRequestLimits } from './request-limits.ts';

function countAccepted(times: number, take: (index: number) => number): number {
  return Array.from({ length: times }, (_, index) => take(index)).filter((wait) => wait === 0).length;
}

it('accepts a burst of each address, then a steady rate', () => {
  let now = 0;
  const limits = createRequestLimits(() => now);
  expect(countAccepted(1_000, () => limits.take(undefined, '192.0.2.1'))).toBe(200);
  expect(limits.take(undefined, '192.0.2.1')).toBeGreaterThan(0);
  expect(limits.take(undefined, '198.51.100.1')).toBe(0);
  now += 1_000;
  expect(countAccepted(1_000, () => limits.take(undefined, '192.0.2.1'))).toBe(20);
});

it('lets other addresses and sessions continue while strangers flood from many', () => {
  let now = 0;
  const limits = createRequestLimits(() => now);
  const flood = () =>
    countAccepted(40_000, (index) => limits.take(undefined, `10.${Math.floor(index / 400) % 100}.0.1`));
  // 100 addresses: the burst of all, then the small one of each
  expect(flood()).toBeLessThanOrEqual(5_000 + 100 * 10);
  expect(countAccepted(20, () => limits.take(undefined, '198.51.100.1'))).toBe(10);
  expect(countAccepted(100, () => limits.take(7, '10.1.0.1'))).toBe(100);
  let accepted = 0;
  for (let second = 0; second < 10; second += 1) {
    now += 1_000;
    accepted += flood();
  }
  // without the limit of all strangers: 100 × 20 × 10
  expect(accepted).toBeLessThan(800);
});
