import { createHash } from 'node:crypto';
import type { Signer } from '../../platform/crypto/signer.ts';

/** The preshared key of a session, 32 bytes. Only the instance key makes it of what is stored. */
export function derivePresharedKey(signer: Signer, nonce: Buffer): Buffer {
  return signer.sign('preshared-key', nonce);
}

/** As gateways report it: SHA-256 in hexadecimal of the key in base64. */
export function digestPresharedKey(key: Buffer): string {
  return createHash('sha256').update(key.toString('base64')).digest('hex');
}
