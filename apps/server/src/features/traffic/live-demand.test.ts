import { beforeEach, expect, it, vi } from 'vitest';
import { createLiveDemand } from './live-demand.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** Two replicas that notify each other, and the intervals that each set for its gateways. */
function givenReplicas() {
  let notifications = 0;
  const intervals: [number[], number[]] = [[], []];
  const replicas = intervals.map((list) =>
    createLiveDemand({
      notifyReplicas: async () => {
        notifications += 1;
        for (const replica of replicas) replica.renewed();
      },
      setReportInterval: (seconds) => void list.push(seconds),
      elapsed: () => Date.now(),
    }),
  );
  const [one, other] = replicas;
  if (!one || !other) throw new Error('expected two replicas');
  return { one, other, intervals, notifications: () => notifications };
}

it('sets the short interval on every replica when one renews the demand', () => {
  const { one, intervals } = givenReplicas();
  one.renew();
  expect(intervals).toEqual([[2], [2]]);
});

it('restores the usual interval a minute after the last renewal', () => {
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

it('notifies other replicas at most every 20 seconds', () => {
  const { one, notifications } = givenReplicas();
  for (let seconds = 0; seconds < 100; seconds += 1) {
    one.renew();
    vi.advanceTimersByTime(1000);
  }
  expect(notifications()).toBe(5);
});
