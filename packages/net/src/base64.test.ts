import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

describe('base64', () => {
  it.each([
    // RFC 4648 §10
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('encodes %j as %j and decodes it', (text, encoded) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(encodeBase64(bytes)).toBe(encoded);
    expect(decodeBase64(encoded)).toEqual(bytes);
  });

  it('decodes encoded bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['Zg', 'Zg=', 'Zh==', 'Zm9=', 'Zm9v=', 'Zm9v====', '=', 'Z', 'Zm9v\n', ' Zm9v', 'Zm-_', 'Zm9vé', 'Zg==Zg=='])(
    'rejects %j',
    (text) => {
      expect(decodeBase64(text)).toBeUndefined();
    },
  );
});
