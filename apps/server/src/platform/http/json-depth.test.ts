import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNestedDeeperThan } from './json-depth.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it('accepts the maximum depth and rejects one more level', () => {
  expect(isNestedDeeperThan(32, nested(32))).toBe(false);
  expect(isNestedDeeperThan(32, nested(33))).toBe(true);
  expect(isNestedDeeperThan(2, '{"a":{"b":[]}}')).toBe(true);
});

it('counts levels, not brackets', () => {
  expect(isNestedDeeperThan(2, `[${'[],'.repeat(1_000)}{}]`)).toBe(false);
});

it('does not count brackets in strings', () => {
  expect(isNestedDeeperThan(1, '["[[[", "\\"[[[", "\\\\", {"]": 1}]')).toBe(true);
  expect(isNestedDeeperThan(1, '["[[[{{{", "\\"[[[", "\\\\"]')).toBe(false);
});

it('finds the depth of every JSON value', () => {
  const depthOf = (value: unknown): number =>
    typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const depth = depthOf(value);
      expect(isNestedDeeperThan(depth, text)).toBe(false);
      if (depth > 0) expect(isNestedDeeperThan(depth - 1, text)).toBe(true);
    }),
  );
});
