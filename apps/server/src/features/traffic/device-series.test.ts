import { expect, it } from 'vitest';
import { deviceSeries } from './device-series.ts';

const at = (time: string) => new Date(`2030-01-15T${time}:00Z`);
const minutes = (count: number) => Array.from({ length: count }, (_, nth) => nth);

it('adds traffic of the same bucket from minutes and hours', () => {
  const traffic = {
    batches: [
      { startsAt: at('10:59'), deviceIds: [2, 1], upload: [7, 1], download: [8, 2] },
      { startsAt: at('11:00'), deviceIds: [1], upload: [4], download: [5] },
      { startsAt: at('10:01'), deviceIds: [1], upload: [10], download: [20] },
    ],
    rows: [
      {
        deviceId: 1,
        startsAt: at('00:00'),
        offsets: [9, 10, 10],
        unitMilliseconds: 3_600_000,
        upload: [1, 100, 1000],
        download: [0, 0, 0],
      },
    ],
  };
  expect(deviceSeries([1], traffic, 'hour', at('09:00'))).toEqual(
    new Map([
      [
        1,
        [
          { startsAt: at('09:00'), upload: 1, download: 0 },
          { startsAt: at('10:00'), upload: 1111, download: 22 },
          { startsAt: at('11:00'), upload: 4, download: 5 },
        ],
      ],
    ]),
  );
});

it('omits traffic before the first bucket, and the newest of more than 360 buckets', () => {
  const batches = minutes(400).map((minute) => ({
    startsAt: new Date(at('04:00').getTime() + minute * 60_000),
    deviceIds: [1],
    upload: [1],
    download: [1],
  }));
  const series = deviceSeries([1], { batches, rows: [] }, 'minute', at('04:10')).get(1) ?? [];
  expect(series).toHaveLength(360);
  expect(series[0]?.startsAt).toEqual(at('04:10'));
  expect(series.at(-1)?.startsAt).toEqual(at('10:09'));
});

it('returns an empty series for a device without traffic', () => {
  expect(deviceSeries([3], { batches: [], rows: [] }, 'minute', at('04:10'))).toEqual(new Map([[3, []]]));
});
