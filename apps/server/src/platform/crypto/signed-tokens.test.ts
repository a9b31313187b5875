import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSignedTokens } from './signed-tokens.ts';
import { createSigner } from './signer.ts';

const key = randomBytes(32);
const tokens = createSignedTokens(createSigner(key), 'session');

it('creates unique tokens that every replica accepts', () => {
  const made = Array.from({ length: 100 }, tokens.make);
  expect(new Set(made).size).toBe(100);
  const replica = createSignedTokens(createSigner(key), 'session');
  for (const token of made) expect([token.length, replica.hasValidSignature(token)]).toEqual([86, true]);
});

it('rejects tokens of another instance or another purpose', () => {
  const [foreign, browser] = [createSigner(randomBytes(32)), createSigner(key)];
  expect(tokens.hasValidSignature(createSignedTokens(foreign, 'session').make())).toBe(false);
  expect(tokens.hasValidSignature(createSignedTokens(browser, 'recognized browser').make())).toBe(false);
});

it('rejects guessed, truncated, extended and re-encoded tokens', () => {
  const token = tokens.make();
  const last = token.at(-1) ?? '';
  // the last character encodes two bits; these characters differ in the other four
  const reencoded = { A: 'B', Q: 'R', g: 'h', w: 'x' }[last];
  const others = [
    '',
    randomBytes(32).toString('base64url'),
    randomBytes(64).toString('base64url'),
    token.slice(0, -1),
    token.slice(0, 43),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    `${token.slice(0, -1)}${reencoded}`,
    token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  ];
  for (const other of [undefined, ...others]) expect([other, tokens.hasValidSignature(other)]).toEqual([other, false]);
});
