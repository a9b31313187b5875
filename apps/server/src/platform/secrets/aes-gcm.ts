import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce per value: nonce, tag, ciphertext. `key` is 32 bytes;
 * `context` is the additional data, which `decrypt` needs too.
 */
export function encrypt(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error if the value was encrypted with another key or context, or was altered */
export function decrypt(key: Buffer, value: Buffer, context: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, value.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(context)
    .setAuthTag(value.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(value.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
