import { describe, expect, it } from 'vitest';
import { describeStorage } from './describe-storage.ts';

const now = new Date('2030-06-20T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const sizes = {
  ...{ minutes: 1_000, hours: 10_000, days: 0, totals: 100, others: 500 },
  ...{ oldest_hour: daysAgo(10), oldest_day: null, oldest_total: daysAgo(10) },
};
const retention = { detailDays: 35, historyDays: 400 };

describe('describeStorage', () => {
  it('expects hours and totals to grow as until now, and days to take a twentieth of hours', () => {
    expect(describeStorage(sizes, now, retention)).toEqual({
      bytes: 11_600,
      expected_bytes: 1_500 + 1_000 * 35 + (10 + 50) * 400,
      detail_bytes_per_day: 1_000,
      history_bytes_per_day: 60,
    });
  });

  it('uses the size of stored days, which end when the hours begin', () => {
    const stored = { ...sizes, days: 6_500, oldest_day: daysAgo(100) };
    expect(describeStorage(stored, now, retention).history_bytes_per_day).toBe(10 + 100);
  });

  it('expects nothing while less than a day is stored', () => {
    for (const young of [{ oldest_hour: daysAgo(0.9) }, { oldest_hour: null }, { oldest_total: null }]) {
      expect(describeStorage({ ...sizes, ...young }, now, retention)).toMatchObject({
        bytes: 11_600,
        expected_bytes: null,
      });
    }
  });
});
