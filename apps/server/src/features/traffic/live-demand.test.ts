import { beforeEach, expect, it, vi } from 'vitest';
import { createLiveDemand } from './live-demand.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** Two replicas that hear each other, and the intervals that each asked of its gateways. */
function givenReplicas() {
  let told = 0;
  const intervals: [number[], number[]] = [[], []];
  const replicas = intervals.map((list) =>
    createLiveDemand({
      notifyReplicas: async () => {
        told += 1;
        for (const replica of replicas) replica.renewed();
      },
      setReportInterval: (seconds) => void list.push(seconds),
      elapsed: () => Date.now(),
    }),
  );
  const [one, other] = replicas;
  if (!one || !other) throw new Error('there are two');
  return { one, other, intervals, told: () => told };
}

it('has the gateways of every replica report often while somebody looks at one', () => {
  const { one, intervals } = givenReplicas();
  one.renew();
  expect(intervals).toEqual([[2], [2]]);
});

it('goes back to the usual interval a minute after the last look', () => {
  const { one, other, intervals } = givenReplicas();
  for (let seconds = 0; seconds < 120; seconds += 30) {
    one.renew();
    vi.advanceTimersByTime(30_000);
  }
  expect(intervals).toEqual([[2], [2]]);
  vi.advanceTimersByTime(30_000);
  expect(intervals).toEqual([
    [2, 30],
    [2, 30],
  ]);
  other.renew();
  expect(intervals[0]).toEqual([2, 30, 2]);
});

it('tells the others no more often than they need to know', () => {
  const { one, told } = givenReplicas();
  for (let looks = 0; looks < 100; looks += 1) {
    one.renew();
    vi.advanceTimersByTime(1000);
  }
  expect(told()).toBe(5);
});
