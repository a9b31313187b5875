import { expect, it } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

it.each([
  ['ko', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
  ['de-DE,de;q=0.9,pl;q=0.5,en;q=0.7', 'en'],
  ['pl;q=0, en', 'en'],
  ['de, *', undefined],
  ['', undefined],
  [';q=x,,', undefined],
  [undefined, undefined],
])('selects from %j the language %j', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
