import { expect, test } from 'vitest';
import { fullName } from './full-name.ts';

test('puts the family name first, without a space, for names in Hangul or Han', () => {
  expect(fullName({ first_name: '수빈', last_name: '최' })).toBe('최수빈');
  expect(fullName({ first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada Lovelace');
  expect(fullName({ first_name: '', last_name: '' })).toBe('');
});
