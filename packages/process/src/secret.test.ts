import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './secret.ts';

it('shows a Secret only through `reveal`', () => {
  const secret = new Secret('canary');
  for (const shown of [String(secret), `${secret}`, JSON.stringify({ secret }), inspect(secret), inspect({ secret })]) {
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain('canary');
  }
  expect(secret.reveal()).toBe('canary');
});

it.each([
  ['canary', true],
  ['canarY', false],
  ['canary ', false],
  ['', false],
])('compares with %j', (text, isEqual) => {
  expect(new Secret('canary').equals(new Secret(text))).toBe(isEqual);
});

it('differs from an absent one', () => {
  expect(new Secret('').equals(undefined)).toBe(false);
});
