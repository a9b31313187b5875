import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRange, coverRange, topSteps } from './top-buckets.ts';

const at = (text: string) => new Date(`2030-01-${text}Z`);
const text = (date: Date) => date.toISOString().slice(8, 16);

describe('coverRange', () => {
  it('uses days, hours around them and five minutes around those', () => {
    const ranges = coverRange(at('10T21:50'), at('14T02:10'));
    expect(ranges.map(({ step, from, until }) => [step, text(from), text(until)])).toEqual([
      ['five_minutes', '10T21:50', '10T22:00'],
      ['hour', '10T22:00', '11T00:00'],
      ['day', '11T00:00', '14T00:00'],
      ['hour', '14T00:00', '14T02:00'],
      ['five_minutes', '14T02:00', '14T02:10'],
    ]);
  });

  it('covers any range without a gap in at most five ranges, and few buckets for 35 days', () => {
    const most = 35 * 288;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: most }), (start, length) => {
        const from = new Date(at('01T00:00').getTime() + start * topSteps.five_minutes);
        const until = new Date(from.getTime() + length * topSteps.five_minutes);
        const ranges = coverRange(from, until);
        expect([ranges[0]?.from, ranges.at(-1)?.until]).toEqual([from, until]);
        expect(ranges.slice(1).map((range) => range.from)).toEqual(ranges.slice(0, -1).map((range) => range.until));
        expect(ranges.length).toBeLessThanOrEqual(5);
        const buckets = ranges.map((range) => (range.until.getTime() - range.from.getTime()) / topSteps[range.step]);
        expect(buckets.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(11 + 23 + 34 + 23 + 11);
      }),
    );
  });
});

describe('alignRange', () => {
  const aligned = (from: string, until: string) => {
    const range = alignRange(at(from), at(until), at('20T12:00'));
    return [text(range.from), text(range.until)];
  };
  it('extends to five minutes within the last day', () => {
    expect(aligned('20T10:01', '20T10:06')).toEqual(['20T10:00', '20T10:10']);
    expect(aligned('20T10:00', '20T10:05')).toEqual(['20T10:00', '20T10:05']);
  });
  it('extends to hours before', () => {
    expect(aligned('18T10:01', '18T10:06')).toEqual(['18T10:00', '18T11:00']);
    expect(aligned('18T10:01', '20T11:31')).toEqual(['18T10:00', '20T11:35']);
  });
});
