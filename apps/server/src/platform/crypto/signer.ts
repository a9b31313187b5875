import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs what is handed to a browser, a gateway or a file and comes back, so that it need not be stored in the database. */
export interface Signer {
  /** 32 bytes. `purpose` must be the same for `isOwn`, and tells one kind of value from another. */
  sign(purpose: string, value: Buffer): Buffer;
  /** Whether the signature is one that this instance made. */
  verify(purpose: string, value: Buffer, signature: Buffer): boolean;
}

/** HMAC-SHA256 under a key of its own, derived from the instance key. All replicas have the same. */
export function createSigner(key: Buffer): Signer {
  const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'gatewarden signed values', 32));
  // each request has a signature checked; from plain bytes Node would make such an object each time, at four times the cost
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
