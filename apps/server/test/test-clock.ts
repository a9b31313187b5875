import type { Clock } from '../src/ports/clock.ts';

/** A clock that only the test advances. */
export interface TestClock extends Clock {
  /** A negative time sets the clock back and does not change the elapsed time. */
  advance(by: { hours?: number; minutes?: number; seconds?: number }): void;
}

/** Starts at `start` or at the present time, because the database uses the real clock for its timestamps. */
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
