import { describe, expect, it } from 'vitest';
import { trafficPoints } from './traffic-series.ts';

const now = new Date('2030-01-01T12:10:30Z');
const bucket = (collected_at: string, download: number, upload: number) => ({ collected_at, download, upload });

describe('trafficPoints', () => {
  it('has one point per complete minute for a short window, with gaps for unknown traffic', () => {
    const points = trafficPoints([bucket('2030-01-01T12:07:00', 5, 7), bucket('2030-01-01T12:09:00', 0, 0)], {
      hours: 1,
      now,
    });
    expect(points).toHaveLength(60);
    expect(points[0]).toEqual({ at: new Date('2030-01-01T11:10:00Z'), down: null, up: null, seconds: 60 });
    expect(points.slice(-3)).toEqual([
      { at: new Date('2030-01-01T12:07:00Z'), down: 7, up: 5, seconds: 60 },
      { at: new Date('2030-01-01T12:08:00Z'), down: null, up: null, seconds: 60 },
      { at: new Date('2030-01-01T12:09:00Z'), down: 0, up: 0, seconds: 60 },
    ]);
  });

  it('has one point per hour from six hours on', () => {
    const points = trafficPoints([bucket('2030-01-01T07:00:00', 1, 2)], { hours: 6, now });
    expect(points.map(({ at }) => at.toISOString().slice(11, 13))).toEqual(['06', '07', '08', '09', '10', '11']);
    expect(points[1]).toMatchObject({ down: 2, up: 1, seconds: 3600 });
  });

  it('has the part of the current hour that has passed as a running point', () => {
    const points = trafficPoints([bucket('2030-01-01T12:00:00', 1, 2)], { hours: 6, now });
    expect(points.at(-1)).toEqual({
      at: new Date('2030-01-01T12:00:00Z'),
      down: 2,
      up: 1,
      seconds: 630,
      isRunning: true,
    });
  });

  it('omits the current bucket while little of it has passed', () => {
    expect(trafficPoints([bucket('2030-01-01T12:10:00', 1, 2)], { hours: 1, now }).at(-1)?.at).toEqual(
      new Date('2030-01-01T12:09:00Z'),
    );
    const early = new Date('2030-01-01T12:04:00Z');
    expect(trafficPoints([bucket('2030-01-01T12:00:00', 1, 2)], { hours: 6, now: early }).at(-1)?.at).toEqual(
      new Date('2030-01-01T11:00:00Z'),
    );
  });

  it('includes complete buckets of a server whose clock is ahead', () => {
    const points = trafficPoints([bucket('2030-01-01T12:12:00', 3, 4), bucket('2030-01-01T12:13:00', 1, 2)], {
      hours: 1,
      now,
    });
    expect(points.at(-1)).toEqual({ at: new Date('2030-01-01T12:12:00Z'), down: 4, up: 3, seconds: 60 });
  });
});
