import { describe, expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

describe('sparklinePath', () => {
  it('goes from the first value to the last, with zero at the bottom', () => {
    expect(sparklinePath([0, 5, 10], 10)).toBe('M0 100L50 50L100 0');
  });

  it('is interrupted at unknown values', () => {
    expect(sparklinePath([0, 10, null, 10, 0], 10)).toBe('M0 100L25 0M75 0L100 100');
  });

  it('shows an isolated value as a dot', () => {
    expect(sparklinePath([null, 10, null], 10)).toBe('M50 0h0');
    expect(sparklinePath([10], 10)).toBe('M0 0h0');
  });

  it('is empty without values', () => {
    expect(sparklinePath([], 1)).toBe('');
    expect(sparklinePath([null, null], 1)).toBe('');
  });
});
