import { describe, expect, it } from 'vitest';
import { stopIntervals } from './stop-intervals.ts';

describe('stopped intervals', { shuffle: false }, () => {
  let calls = 0;

  it('do not run during the test', async () => {
    stopIntervals();
    const interval = setInterval(() => {
      calls += 1;
    }, 0);
    // timers of the same duration run in the order in which they were created: the interval would have run before
    await new Promise((resolve) => setTimeout(resolve, 0));
    clearInterval(interval);
    expect(calls).toBe(0);
  });

  it('run again in the next test', async () => {
    const ran = await new Promise((resolve) => {
      const interval = setInterval(() => {
        clearInterval(interval);
        resolve(true);
      }, 0);
    });
    expect(ran).toBe(true);
  });
});
