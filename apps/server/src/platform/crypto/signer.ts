import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Signs values that a browser, a gateway or a file returns later, so that they need not be stored in the database. */
export interface Signer {
  /** Returns 32 bytes. `purpose` distinguishes kinds of values; `verify` needs the same one. */
  sign(purpose: string, value: Buffer): Buffer;
  /** Whether this instance created the signature. */
  verify(purpose: string, value: Buffer, signature: Buffer): boolean;
}

/** HMAC-SHA256. `key` is 32 bytes; all replicas have the same one. */
export function createSigner(key: Buffer): Signer {
  // each request verifies a signature; with plain bytes Node would create this object each time, at four times the cost
  const secret = createSecretKey(key);
  const sign = (purpose: string, value: Buffer) =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(value).digest();
  return {
    sign,
    verify(purpose, value, signature) {
      const own = sign(purpose, value);
      return own.length === signature.length && timingSafeEqual(own, signature);
    },
  };
}
