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
])('removes the mark from %j', (forged) => {
  expect(looksMarked(stripTokenMark(forged))).toBe(false);
});

it('does not change other User-Agents', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  expect(stripTokenMark(firefox)).toBe(firefox);
});

it('removes the mark in any arrangement of its words', () => {
  const piece = fc.constantFrom('api', 'token', ' ', '(', ':', 'API', 'x', '[removed]', '-');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(looksMarked(stripTokenMark(pieces.join('')))).toBe(false);
    }),
  );
});
