import { describe, expect, it } from 'vitest';
import { pickLanguage } from './language.ts';

describe('the language of the console', () => {
  it.each([
    ['the stored choice', 'pl', ['ko-KR'], 'pl'],
    ['the first browser language that is known, by its base', null, ['de-DE', 'ko-KR', 'pl'], 'ko'],
    ['a whole tag whatever its letters', null, ['PL'], 'pl'],
    ['English when none is known', null, ['de', 'fr-CH'], 'en'],
    ['the browser’s when the stored choice is none of ours', 'xx', ['pl-PL'], 'pl'],
  ])('is %s', (_, stored, preferred, language) => {
    expect(pickLanguage(stored, preferred)).toBe(language);
  });
});
