import { generateKeyPairSync } from 'node:crypto';

let decoy: Buffer | undefined;

/** A public key in the stored format (RFC 9053 §7.1) whose private key was discarded. */
export function decoyKey(): Buffer {
  decoy ??= generateKey();
  return decoy;
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR: an elliptic curve key on P-256 for ES256. */
function generateKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}
