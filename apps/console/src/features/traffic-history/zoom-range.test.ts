import { expect, it } from 'vitest';
import { formatRange, toZoomSearch, zoomOf } from './zoom-range.ts';

const range = { from: new Date('2030-11-03T00:00:00Z'), until: new Date('2030-11-06T00:00:00Z') };

it('reads what it writes into the address', () => {
  expect(zoomOf(toZoomSearch(range))).toEqual(range);
  expect(zoomOf(toZoomSearch(undefined))).toBeUndefined();
  expect(zoomOf({ from: '2030-11-06T00:00:00Z', until: '2030-11-03T00:00:00Z' })).toBeUndefined();
});

it('names whole days by the first and the last of them', () => {
  expect(formatRange(range, true, 'en')).toMatch(/^Nov 3\s–\s5$/);
});
