import type { Clock } from '../src/ports/clock.ts';

/** Time that moves only when a test moves it. */
export interface TestClock extends Clock {
  /** A negative time sets the clock back, without effect on the elapsed time. */
  advance(by: { hours?: number; minutes?: number; seconds?: number }): void;
}

/** Starts at `start`, or now: the database has its own clock for what it stamps itself. */
export function createTestClock(start?: string): TestClock {
  let milliseconds = start ? Date.parse(start) : Date.now();
  let elapsed = 0;
  return {
    now: () => new Date(milliseconds),
    elapsedMilliseconds: () => elapsed,
    advance({ hours = 0, minutes = 0, seconds = 0 }) {
      const step = ((hours * 60 + minutes) * 60 + seconds) * 1000;
      milliseconds += step;
      elapsed += Math.max(0, step);
    },
  };
}
