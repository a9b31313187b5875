import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { parsePublicKey } from './public-key.ts';

// RFC 7748 §6.1: Alice's public key
const key = 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=';

describe('parsePublicKey', () => {
  it('returns base64 of 32 bytes unchanged', () => {
    expect(parsePublicKey(key)).toBe(key);
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase64);
    fc.assert(
      fc.property(bytes32, (text) => {
        expect(parsePublicKey(text)).toBe(text);
      }),
    );
  });

  it('accepts a last digit if and only if the text then decodes to 32 bytes', () => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    for (const digit of digits) {
      const text = `${key.slice(0, 42)}${digit}=`;
      expect(parsePublicKey(text) !== undefined).toBe(decodeBase64(text)?.length === 32);
    }
  });

  it.each([
    ['an empty text', ''],
    ['a trailing blank', `${key} `],
    ['a trailing line end', `${key}\n`],
    ['a leading blank', ` ${key}`],
    ['no padding', key.slice(0, -1)],
    ['the URL alphabet', key.replace('/', '_')],
    ['stray bits after the last byte', key.replace('mo=', 'mp=')],
    ['31 bytes', encodeBase64(new Uint8Array(31))],
    ['33 bytes', encodeBase64(new Uint8Array(33))],
    ['hexadecimal', '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'],
    ['the text of a device without a key', 'NOT_CONFIGURED'],
  ])('rejects %s', (_, text) => {
    expect(parsePublicKey(text)).toBeUndefined();
  });
});
