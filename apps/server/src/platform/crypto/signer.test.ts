import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSigner } from './signer.ts';

it('accepts only signatures of the same key, purpose and value', () => {
  const key = randomBytes(32);
  const [signer, replica, foreign] = [createSigner(key), createSigner(key), createSigner(randomBytes(32))];
  const value = randomBytes(24);
  const signature = signer.sign('browser', value);
  expect(signature).toHaveLength(32);
  expect(replica.verify('browser', value, signature)).toBe(true);
  expect(foreign.verify('browser', value, signature)).toBe(false);
  expect(signer.verify('challenge', value, signature)).toBe(false);
  expect(signer.verify('browser', randomBytes(24), signature)).toBe(false);
  expect(signer.verify('browser', value, signature.subarray(1))).toBe(false);
});
