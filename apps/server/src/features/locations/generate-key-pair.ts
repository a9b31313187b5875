import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { Secret } from '@gatewarden/process/secret';

export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: Secret;
}

/** Generates an X25519 key pair in the format of WireGuard: standard base64 of 32 bytes. */
export function generateKeyPair(): KeyPair {
  // RFC 8037 §2: `x` and `d` are the raw keys in base64url
  const { x, d } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  if (!x || !d) throw new Error('the key pair was not exported');
  return { publicKey: toBase64(x), privateKey: new Secret(toBase64(d)) };
}

/** RFC 8410 §7: the ASN.1 structure before the 32 bytes of an X25519 private key. */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** The key pair of a private key in the format of WireGuard. */
export function toKeyPair(privateKey: Secret): KeyPair {
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(privateKey.reveal(), 'base64')]);
  const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({ format: 'jwk' });
  if (!x) throw new Error('the public key was not exported');
  return { publicKey: toBase64(x), privateKey };
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
