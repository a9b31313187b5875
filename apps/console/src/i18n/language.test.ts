import { describe, expect, it } from 'vitest';
import { pickLanguage } from './language.ts';

describe('pickLanguage', () => {
  it.each([
    ['the stored choice', 'pl', ['ko-KR'], 'pl'],
    ['the first supported browser language, by its base', null, ['de-DE', 'ko-KR', 'pl'], 'ko'],
    ['a tag regardless of case', null, ['PL'], 'pl'],
    ['English when none is supported', null, ['de', 'fr-CH'], 'en'],
    ['the browser language when the stored choice is not supported', 'xx', ['pl-PL'], 'pl'],
  ])('returns %s', (_, stored, preferred, language) => {
    expect(pickLanguage(stored, preferred)).toBe(language);
  });
});
