import type { Signer } from '../crypto/signer.ts';
import { decrypt, encrypt } from './aes-gcm.ts';

/** Encrypts values that a browser keeps and returns, so that every replica can read them and no one else. */
export interface SealedValues {
  /** In base64url. */
  seal(text: string): string;
  /** Undefined if the value was altered, or sealed for another purpose or by another instance. */
  open(sealed: string): string | undefined;
}

/** `purpose` distinguishes kinds of values. The key is derived from the instance key. */
export function createSealedValues(signer: Signer, purpose: string): SealedValues {
  const context = Buffer.from(purpose);
  const key = signer.sign('sealed values', context);
  return {
    seal: (text) => encrypt(key, Buffer.from(text), context).toString('base64url'),
    open(sealed) {
      try {
        return decrypt(key, Buffer.from(sealed, 'base64url'), context).toString();
      } catch {
        return undefined;
      }
    },
  };
}
