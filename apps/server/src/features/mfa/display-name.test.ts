import { expect, test } from 'vitest';
import { displayNameOf } from './display-name.ts';

test('puts the family name first, without a space, for names in Hangul or Han', () => {
  expect(displayNameOf({ first_name: '수빈', last_name: '최' })).toBe('최수빈');
  expect(displayNameOf({ first_name: 'Ada', last_name: 'Lovelace' })).toBe('Ada Lovelace');
  expect(displayNameOf({ first_name: '', last_name: '' })).toBe('');
});
