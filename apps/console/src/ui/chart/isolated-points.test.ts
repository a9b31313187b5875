import { expect, it } from 'vitest';
import { isolatedPoints } from './isolated-points.ts';

it('finds values without a known neighbor', () => {
  expect(isolatedPoints([0, null, 1, 2, null, 3])).toEqual([0, 5]);
  expect(isolatedPoints([null, 1, null])).toEqual([1]);
  expect(isolatedPoints([1, 2, 3])).toEqual([]);
  expect(isolatedPoints([null, undefined])).toEqual([]);
});
