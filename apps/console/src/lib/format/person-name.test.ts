import { expect, it } from 'vitest';
import { personName } from './person-name.ts';

const person = (first_name: string, last_name: string) => ({ username: 'someone', first_name, last_name });

it('puts the family name first, without a space, for Korean readers and names', () => {
  expect(personName(person('민준', '김'), 'ko')).toBe('김민준');
  expect(personName(person('明', '毛'), 'ko')).toBe('毛明');
  expect(personName(person('Ada', 'Lovelace'), 'ko')).toBe('Ada Lovelace');
  expect(personName(person('민준', 'Kim'), 'ko')).toBe('민준 Kim');
  expect(personName(person('민준', '김'), 'en')).toBe('민준 김');
});

it('falls back to the username', () => {
  expect(personName(person('', ''), 'en')).toBe('someone');
  expect(personName(person('', ''), 'ko')).toBe('someone');
  expect(personName(person('', 'Lovelace'), 'en')).toBe('Lovelace');
});
