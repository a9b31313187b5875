import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createFailureLimit } from './failure-limit.ts';

const address = '192.0.2.1';

it('discards failures after a minute, even if the clock was set back', () => {
  const clock = createTestClock();
  const limit = createFailureLimit(clock);
  for (let count = 0; count < 20; count += 1) {
    expect(limit.isReached(address)).toBe(false);
    limit.count(address);
  }
  expect(limit.isReached(address)).toBe(true);
  clock.advance({ hours: -1 });
  clock.advance({ seconds: 59 });
  expect(limit.isReached(address)).toBe(true);
  clock.advance({ seconds: 1 });
  expect(limit.isReached(address)).toBe(false);
});
