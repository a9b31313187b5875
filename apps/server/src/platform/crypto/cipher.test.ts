import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCipher } from './cipher.ts';

const key = randomBytes(32);

it('decrypts any text that it encrypted', () => {
  const cipher = createCipher(key);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(cipher.decrypt(cipher.encrypt(text, 'here'), 'here')).toBe(text);
    }),
  );
});

it('produces a different ciphertext each time that contains neither the text nor the key', () => {
  const cipher = createCipher(key);
  const sealed = Array.from({ length: 50 }, () => cipher.encrypt('secret', 'here'));
  expect(new Set(sealed.map((value) => value.toString('hex'))).size).toBe(50);
  expect(new Set(sealed.map((value) => value.subarray(0, 12).toString('hex'))).size).toBe(50);
  for (const value of sealed) {
    expect(value.includes('secret')).toBe(false);
    expect(value.includes(key)).toBe(false);
  }
});

it('rejects values that were altered, moved, truncated or encrypted with another key', () => {
  const cipher = createCipher(key);
  const sealed = cipher.encrypt('secret', 'location.private_key:1');
  for (let byte = 0; byte < sealed.length; byte += 1) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(byte) ^ 1, byte);
    expect(() => cipher.decrypt(altered, 'location.private_key:1')).toThrow();
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => cipher.decrypt(sealed.subarray(0, length), 'location.private_key:1')).toThrow();
  }
  expect(() => cipher.decrypt(sealed, 'location.private_key:2')).toThrow();
  expect(() => createCipher(randomBytes(32)).decrypt(sealed, 'location.private_key:1')).toThrow();
});
