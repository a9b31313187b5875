import { createPublicKey, verify } from 'node:crypto';

const signatureBytes = 64;

/** Whether this is a signature of the text with the Ed25519 key (RFC 8032); both in base64. Nothing else is one. */
export function isSignatureOf(text: string, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // what follows the padding would be ignored
  if (bytes.length !== signatureBytes || bytes.toString('base64') !== signature) return false;
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, bytes);
}
