import { describe, expect, it } from 'vitest';
import { styleProblems } from './text-style.mjs';

describe('styleProblems', () => {
  it('names the habit and what to say in its place', () => {
    expect(styleProblems('The former token no longer works.', 'en')).toEqual([
      '"former" is not in the style of the texts; use: previous, old',
    ]);
  });

  it.each([
    ['en', 'No entry fits the filters in force.'],
    ['en', 'The person is signed out at once.'],
    ['en', 'You may not see this.'],
    ['en', 'The code is not right.'],
    ['en', 'Switch on the device'],
    ['en', 'The licence is missing.'],
    ['ko', '저장했어요.'],
    ['ko', '삭제할까요?'],
    ['ko', '코드를 입력하십시오.'],
    ['ko', '토큰 {{name}}이(가) 만료되었습니다'],
    ['pl', 'Usunąłeś urządzenie'],
    ['pl', 'Dodałaś klucz'],
    ['pl', 'Proszę wpisać kod.'],
  ])('finds the habit in the %s text "%s"', (language, text) => {
    expect(styleProblems(text, language)).toHaveLength(1);
  });

  it.each([
    ['en', 'It may have been deleted. Sign in, then turn on <code>login</code> in the settings.'],
    ['ko', '{{name}} 토큰이 만료되었습니다. 코드를 입력하세요. 아니요'],
    ['pl', 'Kod został już użyty. Spróbuj ponownie.'],
  ])('accepts the %s text "%s"', (language, text) => {
    expect(styleProblems(text, language)).toEqual([]);
  });
});
