import { describe, expect, it } from 'vitest';
import { peakOf, rateOf } from './rate.ts';

const point = (down: number | null, up: number | null, more = {}) => ({
  at: new Date(0),
  down,
  up,
  seconds: 60,
  ...more,
});

describe('rateOf', () => {
  it('returns bits per second of the bucket', () => {
    expect(rateOf(point(7_500_000, 60), 'down')).toBe(1_000_000);
    expect(rateOf(point(7_500_000, 60), 'up')).toBe(8);
  });

  it('uses the part of the current bucket that has passed', () => {
    expect(rateOf(point(600, 0, { seconds: 6, isRunning: true }), 'down')).toBe(800);
  });

  it('returns null for unknown traffic', () => {
    expect(rateOf(point(null, 0), 'down')).toBeNull();
  });
});

describe('peakOf', () => {
  it('returns the highest rate in one direction', () => {
    expect(peakOf([point(30, 15), point(15, 60), point(null, null)])).toEqual({
      index: 1,
      direction: 'up',
      bitsPerSecond: 8,
    });
  });

  it('ignores the running bucket', () => {
    expect(peakOf([point(30, 15), point(600, 0, { isRunning: true })])?.index).toBe(0);
  });

  it('returns undefined without traffic', () => {
    expect(peakOf([point(0, 0), point(null, null)])).toBeUndefined();
  });
});
