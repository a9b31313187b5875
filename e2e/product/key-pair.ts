import { generateKeyPairSync } from 'node:crypto';

export interface KeyPair {
  /** Base64, as WireGuard writes keys. */
  readonly privateKey: string;
  readonly publicKey: string;
}

// RFC 8410: the raw 32 bytes are the last ones of the DER forms of X25519 keys
const rawKeyBytes = 32;

/** A WireGuard key pair, as a client makes it. */
export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const raw = (der: Buffer) => der.subarray(-rawKeyBytes).toString('base64');
  return {
    privateKey: raw(privateKey.export({ type: 'pkcs8', format: 'der' })),
    publicKey: raw(publicKey.export({ type: 'spki', format: 'der' })),
  };
}
