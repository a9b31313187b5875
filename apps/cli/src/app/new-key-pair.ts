import { generateKeyPairSync } from 'node:crypto';
import { Secret } from '@gatewarden/process/secret';

/** A new WireGuard key pair: RFC 7748 X25519, each key 32 bytes in base64. */
export function newKeyPair(): { readonly privateKey: Secret; readonly publicKey: string } {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return { privateKey: new Secret(toBase64(d)), publicKey: toBase64(x) };
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
