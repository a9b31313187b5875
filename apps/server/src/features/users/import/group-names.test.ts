import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatGroupNames, parseGroupNames } from './group-names.ts';

it('parses every name that it formatted', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `a${text}b`);
  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      expect(parseGroupNames(formatGroupNames(names))).toEqual(names);
    }),
  );
});

it('accepts blanks around names, empty names and duplicates', () => {
  expect(parseGroupNames(' Staff | VPN users||Staff')).toEqual(['Staff', 'VPN users']);
  expect(parseGroupNames('a\\|b|c\\')).toEqual(['a|b', 'c\\']);
  expect(parseGroupNames('')).toEqual([]);
});
