import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that must be readable later: location keys, mail and directory passwords. */
export interface Cipher {
  /** `context` names where the value is stored, such as `location.private_key:12`; `decrypt` needs the same one. */
  encrypt(plain: string, context: string): Buffer;
  /** @throws Error if the value was encrypted with another key or context, or was altered */
  decrypt(sealed: Buffer, context: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce per value: nonce, tag, ciphertext. `key` is 32 bytes. */
export function createCipher(key: Buffer): Cipher {
  const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'gatewarden stored secrets', 32));
  return {
    encrypt(plain, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', derived, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    decrypt(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', derived, sealed.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
