import { expect, it } from 'vitest';
import { cookieValues } from './cookie-values.ts';

it('reads every value of a name, in the order of the header', () => {
  expect(cookieValues('a=1; b=2;a=3 ; \ta=4=5', 'a')).toEqual(['1', '3', '4=5']);
  expect(cookieValues(undefined, 'a')).toEqual([]);
});

it.each(['\u2000a=1', '\u00a0a=1', '\u0085a=1', 'A=1', '=a=1', 'xa=1', 'a', '"a"=1'])('does not match %j', (header) => {
  expect(cookieValues(header, 'a')).toEqual([]);
});
