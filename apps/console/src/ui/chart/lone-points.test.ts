import { expect, it } from 'vitest';
import { lonePoints } from './lone-points.ts';

it('finds the values that no line leads to', () => {
  expect(lonePoints([0, null, 1, 2, null, 3])).toEqual([0, 5]);
  expect(lonePoints([null, 1, null])).toEqual([1]);
  expect(lonePoints([1, 2, 3])).toEqual([]);
  expect(lonePoints([null, undefined])).toEqual([]);
});
