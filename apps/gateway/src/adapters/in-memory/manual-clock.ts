import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@gatewarden/link/clock';

export interface ManualClock extends Clock {
  /** Advances the time and resolves the due sleeps in order of time. */
  advance(milliseconds: number): void;
  /** Advances the time by `step` repeatedly, and lets pending tasks run in between, until the promise settles. */
  advanceUntil<Result>(promise: Promise<Result>, step?: number): Promise<Result>;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock whose time changes only through `advance`. */
export function createManualClock(start = new Date('2030-01-01T00:00:00Z')): ManualClock {
  let time = start.getTime();
  const sleepers = new Set<Sleeper>();

  const advance = (milliseconds: number): void => {
    time += milliseconds;
    const due = [...sleepers].filter(({ until }) => until <= time).sort((a, b) => a.until - b.until);
    for (const sleeper of due) sleeper.wake();
  };

  return {
    now: () => new Date(time),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const sleeper: Sleeper = { until: time + milliseconds, wake: () => end() };
        const end = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        if (signal?.aborted) return resolve();
        sleepers.add(sleeper);
        signal?.addEventListener('abort', end);
      }),
    advance,
    advanceUntil: async (promise, step = 1000) => {
      let settled = false;
      const done = promise.finally(() => (settled = true));
      done.catch(() => undefined);
      while (!settled) {
        await nextTurn();
        if (!settled) advance(step);
      }
      return done;
    },
  };
}
