import { describe, expect, it } from 'vitest';
import { peakOf, trafficPoints } from './traffic-series.ts';

const now = new Date('2030-01-01T12:00:30Z');
const bucket = (collected_at: string, download: number, upload: number) => ({ collected_at, download, upload });

describe('trafficPoints', () => {
  it('has one point per minute for a short window, with gaps for unknown traffic', () => {
    const points = trafficPoints([bucket('2030-01-01T11:58:00', 5, 7), bucket('2030-01-01T12:00:00', 0, 0)], {
      hours: 1,
      now,
    });
    expect(points).toHaveLength(61);
    expect(points[0]).toEqual({ at: new Date('2030-01-01T11:00:00Z'), in: null, out: null });
    expect(points.slice(-3)).toEqual([
      { at: new Date('2030-01-01T11:58:00Z'), in: 5, out: 7 },
      { at: new Date('2030-01-01T11:59:00Z'), in: null, out: null },
      { at: new Date('2030-01-01T12:00:00Z'), in: 0, out: 0 },
    ]);
  });

  it('has one point per hour from six hours on', () => {
    const points = trafficPoints([bucket('2030-01-01T07:00:00', 1, 2)], { hours: 6, now });
    expect(points.map(({ at }) => at.toISOString().slice(11, 13))).toEqual(['06', '07', '08', '09', '10', '11', '12']);
    expect(points[1]).toMatchObject({ in: 1, out: 2 });
  });

  it('includes buckets of a server whose clock is ahead', () => {
    const points = trafficPoints([bucket('2030-01-01T12:03:00', 1, 2)], { hours: 1, now });
    expect(points.at(-1)).toEqual({ at: new Date('2030-01-01T12:03:00Z'), in: 1, out: 2 });
  });
});

describe('peakOf', () => {
  it('returns the busiest bucket, in and out together, as a rate', () => {
    const points = trafficPoints(
      [
        bucket('2030-01-01T11:50:00', 600, 0),
        bucket('2030-01-01T11:51:00', 400, 800),
        bucket('2030-01-01T11:52:00', 1, 1),
      ],
      { hours: 1, now },
    );
    expect(peakOf(points, 1)).toEqual({ at: new Date('2030-01-01T11:51:00Z'), bytesPerSecond: 20 });
  });

  it('returns undefined without traffic', () => {
    expect(peakOf(trafficPoints([], { hours: 24, now }), 24)).toBeUndefined();
  });
});
