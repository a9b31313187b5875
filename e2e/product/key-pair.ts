import { generateKeyPairSync } from 'node:crypto';

export interface KeyPair {
  /** Base64, as in WireGuard. */
  readonly privateKey: string;
  readonly publicKey: string;
}

// RFC 8410: a DER-encoded X25519 key ends in its 32 raw bytes
const rawKeyBytes = 32;

/** A new WireGuard key pair. */
export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const raw = (der: Buffer) => der.subarray(-rawKeyBytes).toString('base64');
  return {
    privateKey: raw(privateKey.export({ type: 'pkcs8', format: 'der' })),
    publicKey: raw(publicKey.export({ type: 'spki', format: 'der' })),
  };
}
