import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stripTokenMark } from './token-mark.ts';

const looksMarked = (text: string) => /api[^a-z0-9]*token/i.test(text);

it.each([
  'x (API token: nightly)',
  'x (api\ttoken: nightly)',
  'x (API\u00a0token: nightly)',
  'x (API-Tokens: nightly)',
  'apiapi token token: nightly',
])('leaves nothing of the mark in %j', (forged) => {
  expect(looksMarked(stripTokenMark(forged))).toBe(false);
});

it('leaves other programs as they are', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  expect(stripTokenMark(firefox)).toBe(firefox);
});

it('holds for any arrangement of the words', () => {
  const piece = fc.constantFrom('api', 'token', ' ', '(', ':', 'API', 'x', '[removed]', '-');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(looksMarked(stripTokenMark(pieces.join('')))).toBe(false);
    }),
  );
});
