import { expect, it } from 'vitest';
import { hashToken, newToken } from './tokens.ts';

it('creates URL-safe tokens of 256 random bits', () => {
  const tokens = Array.from({ length: 1000 }, () => newToken());
  expect(new Set(tokens).size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(newToken('gwt_')).toMatch(/^gwt_[A-Za-z0-9_-]{43}$/);
});

// FIPS 180-4, SHA-256 of "abc"
it('hashes a token with SHA-256', () => {
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
