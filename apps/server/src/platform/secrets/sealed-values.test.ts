import { expect, test } from 'vitest';
import { createSigner } from '../crypto/signer.ts';
import { createSealedValues } from './sealed-values.ts';

const signer = createSigner(Buffer.alloc(32, 1));

test('opens what was sealed, and nothing that was altered or is for another purpose or instance', () => {
  const values = createSealedValues(signer, 'cookie');
  const sealed = values.seal('text');
  expect(values.open(sealed)).toBe('text');
  expect(createSealedValues(signer, 'cookie').open(sealed)).toBe('text');
  expect(createSealedValues(signer, 'other').open(sealed)).toBeUndefined();
  expect(createSealedValues(createSigner(Buffer.alloc(32, 2)), 'cookie').open(sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 12, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(values.open(altered.toString('base64url'))).toBeUndefined();
  }
  for (const text of ['', 'x', 'A'.repeat(400), '\u0000']) expect(values.open(text)).toBeUndefined();
});
