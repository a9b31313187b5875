import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

/** The times of the runs per key, in milliseconds since the start; the interval is 2 s. */
function givenThrottle(canRun = () => true) {
  const start = Date.now();
  const runs: Record<string, number[]> = {};
  const throttle = createThrottle(
    (key: string) => (key === 'slow' ? 8_000 : 2_000),
    (key: string) => {
      if (!canRun()) return false;
      runs[key] = [...(runs[key] ?? []), Date.now() - start];
      return true;
    },
  );
  return { runs, throttle };
}

describe('createThrottle', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs the first request immediately and the last of a burst at the end of each interval', () => {
    const { runs, throttle } = givenThrottle();
    for (let passed = 0; passed < 5_000; passed += 100) {
      throttle.request('users');
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(60_000);
    expect(runs).toEqual({ users: [0, 2_000, 4_000, 6_000] });
  });

  it('runs immediately again once an interval has passed without a request', () => {
    const { runs, throttle } = givenThrottle();
    throttle.request('users');
    vi.advanceTimersByTime(2_000);
    throttle.request('users');
    expect(runs).toEqual({ users: [0, 2_000] });
  });

  it('throttles each key separately', () => {
    const { runs, throttle } = givenThrottle();
    throttle.request('users');
    vi.advanceTimersByTime(500);
    throttle.request('devices');
    throttle.request('users');
    vi.advanceTimersByTime(60_000);
    expect(runs).toEqual({ users: [0, 2_000], devices: [500] });
  });

  it('has an interval for each key', () => {
    const { runs, throttle } = givenThrottle();
    for (let passed = 0; passed < 9_000; passed += 500) {
      throttle.request('slow');
      vi.advanceTimersByTime(500);
    }
    expect(runs).toEqual({ slow: [0, 8_000] });
  });

  it('tries again after an interval when the action could not run', () => {
    let canRun = false;
    const { runs, throttle } = givenThrottle(() => canRun);
    throttle.request('users');
    vi.advanceTimersByTime(3_000);
    canRun = true;
    vi.advanceTimersByTime(60_000);
    expect(runs).toEqual({ users: [4_000] });
  });

  it('flushes pending requests and runs the next request immediately', () => {
    const { runs, throttle } = givenThrottle();
    for (const key of ['users', 'users', 'devices']) throttle.request(key);
    vi.advanceTimersByTime(100);
    throttle.flush();
    throttle.request('devices');
    vi.advanceTimersByTime(60_000);
    expect(runs).toEqual({ users: [0, 100], devices: [0, 100] });
  });

  it('tries once at a flush, and again after an interval, when the action cannot run', () => {
    let attempts = 0;
    let canRun = true;
    const { runs, throttle } = givenThrottle(() => {
      attempts += 1;
      return canRun;
    });
    throttle.request('users');
    throttle.request('users');
    canRun = false;
    throttle.flush();
    expect(attempts).toBe(2);
    canRun = true;
    vi.advanceTimersByTime(60_000);
    expect(runs).toEqual({ users: [0, 2_000] });
  });

  it('runs nothing after it was stopped', () => {
    const { runs, throttle } = givenThrottle();
    throttle.request('users');
    throttle.request('users');
    throttle.stop();
    vi.advanceTimersByTime(60_000);
    expect(runs).toEqual({ users: [0] });
  });
});
