import { expect, it } from 'vitest';
import { partition } from './part-size.ts';

it.each([
  [[], []],
  [[3], [[3]]],
  [
    [3, 4, 3, 1],
    [[3, 4, 3], [1]],
  ],
  [
    [11, 1, 12, 9],
    [[11], [1], [12], [9]],
  ],
] as [number[], number[][]][])('partitions %j into parts of at most 10, or of one item', (items, parts) => {
  expect([...partition(items, (size) => size, 10)]).toEqual(parts);
});
