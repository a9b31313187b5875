import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatGroupNames, parseGroupNames } from './group-names.ts';

it('gives back every name of a group that it wrote', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `a${text}b`);
  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      expect(parseGroupNames(formatGroupNames(names))).toEqual(names);
    }),
  );
});

it('reads what people write: blanks around names, empty ones, one twice', () => {
  expect(parseGroupNames(' Staff | VPN users||Staff')).toEqual(['Staff', 'VPN users']);
  expect(parseGroupNames('a\\|b|c\\')).toEqual(['a|b', 'c\\']);
  expect(parseGroupNames('')).toEqual([]);
});
