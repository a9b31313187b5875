import { expect, it } from 'vitest';
import { csvName } from './csv-name.ts';

const now = new Date('2026-11-27T12:00:00Z');
const from = '2026-10-28T12:00:00.000Z';

it.each([
  ['Warsaw', 'traffic-warsaw-2026-10-28-to-2026-11-27.csv'],
  ['../a/b: "Łódź" ', 'traffic-a-b-łódź-2026-10-28-to-2026-11-27.csv'],
  ['서울 사무실', 'traffic-서울-사무실-2026-10-28-to-2026-11-27.csv'],
  ['???', 'traffic-2026-10-28-to-2026-11-27.csv'],
])('names the file of %j for the location and the period', (name, file) => {
  expect(csvName(name, { from }, now)).toBe(file);
});

it('ends with the last day of a period in the past', () => {
  expect(csvName('Warsaw', { from, to: '2026-11-01T00:00:00Z' }, now)).toBe(
    'traffic-warsaw-2026-10-28-to-2026-11-01.csv',
  );
});
