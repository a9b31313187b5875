import { generateKeyPairSync } from 'node:crypto';
import { Secret } from '@gatewarden/process/secret';

/** Generates an X25519 key pair in the format of WireGuard: standard base64 of 32 bytes. */
export function generateKeyPair(): { publicKey: string; privateKey: Secret } {
  // RFC 8037 §2: `x` and `d` are the raw keys in base64url
  const { x, d } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  if (!x || !d) throw new Error('the key pair was not exported');
  return { publicKey: toBase64(x), privateKey: new Secret(toBase64(d)) };
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
