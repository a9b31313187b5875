import { expect, it } from 'vitest';
import { personName } from './person-name.ts';

const person = (first_name: string, last_name: string) => ({ username: 'someone', first_name, last_name });

it('puts the family name first, without a space, for names in Hangul or Han', () => {
  expect(personName(person('수빈', '최'))).toBe('최수빈');
  expect(personName(person('明', '毛'))).toBe('毛明');
  expect(personName(person('Ada', 'Lovelace'))).toBe('Ada Lovelace');
  expect(personName(person('민준', 'Kim'))).toBe('민준 Kim');
});

it('falls back to the username', () => {
  expect(personName(person('', ''))).toBe('someone');
  expect(personName(person('', 'Lovelace'))).toBe('Lovelace');
  expect(personName(person('민준', ''))).toBe('민준');
});
