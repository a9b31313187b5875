import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs values that a browser, a gateway or a file returns later, so that they need not be stored in the database. */
export interface Signer {
  /** Returns 32 bytes. `purpose` distinguishes kinds of values; `verify` needs the same one. */
  sign(purpose: string, value: Buffer): Buffer;
  /** Whether this instance created the signature. */
  verify(purpose: string, value: Buffer, signature: Buffer): boolean;
}

/** HMAC-SHA256 with a key derived from the instance key. All replicas have the same key. */
export function createSigner(key: Buffer): Signer {
  const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'gatewarden signed values', 32));
  // each request verifies a signature; with plain bytes Node would create this object each time, at four times the cost
  const secret = createSecretKey(derived);
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
