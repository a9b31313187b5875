import { describe, expect, it } from 'vitest';
import { createTotals } from './traffic-totals.ts';

const day = Date.parse('2030-01-01T00:00:00Z');
const hour = 3_600_000;

describe('totals of a location', () => {
  it('contain every byte once by the hour and, from the given time on, once by the minute', () => {
    const totals = createTotals();
    totals.add('day', 1, day, { upload: 1_001, download: 77 });
    totals.add('hour', 1, day + 30 * hour, { upload: 501, download: 13 });
    totals.add('hour', 1, day + 40 * hour, { upload: 301, download: 7 });
    totals.add('minute', 1, day + 50 * hour, { upload: 3, download: 2 });

    const rows = [...totals.rows(day + 40 * hour)];
    const sum = (step: string) =>
      rows
        .filter((row) => row.step === step)
        .reduce((all, { upload, download }) => ({ upload: all.upload + upload, download: all.download + download }), {
          upload: 0,
          download: 0,
        });
    expect(sum('hour')).toEqual({ upload: 1_806, download: 99 });
    expect(sum('minute')).toEqual({ upload: 304, download: 9 });
  });
});
