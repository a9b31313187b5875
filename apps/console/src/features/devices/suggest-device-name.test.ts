import { expect, it } from 'vitest';
import { suggestDeviceName } from './suggest-device-name.ts';

it('suggests the name itself, or with the lowest number that makes it unique', () => {
  expect(suggestDeviceName('Emma’s iPhone', new Set(['Laptop']))).toBe('Emma’s iPhone');
  expect(suggestDeviceName('Emma’s iPhone', new Set(['Emma’s iPhone', 'Emma’s iPhone 3']))).toBe('Emma’s iPhone 2');
});

it('stays within the maximum length', () => {
  const long = 'x'.repeat(200);
  const first = suggestDeviceName(long, new Set());
  expect(first).toHaveLength(128);
  expect(suggestDeviceName(long, new Set([first]))).toBe(`${'x'.repeat(126)} 2`);
});
