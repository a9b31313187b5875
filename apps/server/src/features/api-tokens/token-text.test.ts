import { expect, it } from 'vitest';
import { looksLikeApiToken, newApiToken } from './token-text.ts';

it('generates distinct tokens in the token format', () => {
  const tokens = Array.from({ length: 200 }, newApiToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) expect([token, looksLikeApiToken(token)]).toEqual([token, true]);
  expect(tokens[0]).toMatch(/^gwt_[0-9A-Za-z]{49}$/);
});

it('accepts a token whose checksum another implementation computed', () => {
  // zlib.crc32(b'gwt_' + b'0' * 43) in Python, in digits 0-9A-Za-z
  expect(looksLikeApiToken(`gwt_${'0'.repeat(43)}3uCY6s`)).toBe(true);
});

it('rejects a token with a wrong, missing or additional character', () => {
  const token = newApiToken();
  const other = token[10] === 'x' ? 'y' : 'x';
  for (const text of [
    '',
    'gwt_',
    token.slice(1),
    token.slice(0, -1),
    `${token}0`,
    `${token}\n`,
    token.slice(0, 10) + other + token.slice(11),
    token.replace('gwt_', 'gwt-'),
  ]) {
    expect([text, looksLikeApiToken(text)]).toEqual([text, false]);
  }
});
