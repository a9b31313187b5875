import { expect, it } from 'vitest';
import korean from './texts/ko.json';

it('has Korean log sentences in one style', () => {
  const sentences = Object.entries(korean.says);
  expect(sentences.filter(([, sentence]) => !/니다(?=[.:(]|$)/.test(sentence))).toEqual([]);
});
