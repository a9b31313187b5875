import { expect, it } from 'vitest';
import { historyPoints } from './history-points.ts';

const history = {
  ...({ step: 'hour', from: '2030-01-31T10:00:00', until: '2030-01-31T13:00:00', upload: 12, download: 3 } as const),
  series: [{ at: '2030-01-31T11:00:00', upload: 12, download: 3 }],
};

it('has a point for each bucket, without traffic where the server has none', () => {
  expect(historyPoints(history, new Date('2030-02-01T00:00:00Z'))).toEqual([
    { at: new Date('2030-01-31T10:00:00Z'), down: 0, up: 0, seconds: 3600 },
    { at: new Date('2030-01-31T11:00:00Z'), down: 12, up: 3, seconds: 3600 },
    { at: new Date('2030-01-31T12:00:00Z'), down: 0, up: 0, seconds: 3600 },
  ]);
});

it('leaves out the bucket that is not complete', () => {
  const points = historyPoints(history, new Date('2030-01-31T11:15:00Z'));
  expect(points).toEqual([{ at: new Date('2030-01-31T10:00:00Z'), down: 0, up: 0, seconds: 3600 }]);
});
