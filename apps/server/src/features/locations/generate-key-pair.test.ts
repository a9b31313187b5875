import { createPrivateKey, createPublicKey } from 'node:crypto';
import { inspect } from 'node:util';
import { parsePublicKey } from '@gatewarden/net/public-key';
import { expect, it } from 'vitest';
import { generateKeyPair } from './generate-key-pair.ts';

it('generates keys in the format of WireGuard, with a matching public key', () => {
  const { publicKey, privateKey } = generateKeyPair();
  expect(parsePublicKey(publicKey)).toBe(publicKey);
  // RFC 8410 §7: PKCS #8 of an X25519 key is this prefix and the 32 bytes
  const prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
  const der = Buffer.concat([prefix, Buffer.from(privateKey.reveal(), 'base64')]);
  const derived = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  });
  expect(derived.subarray(-32).toString('base64')).toBe(publicKey);
});

it('generates a different pair each time, and does not reveal the private key in output', () => {
  const pairs = [generateKeyPair(), generateKeyPair()];
  expect(new Set(pairs.map((pair) => pair.publicKey)).size).toBe(2);
  for (const pair of pairs) {
    const shown = `${JSON.stringify(pair)} ${inspect(pair)} ${pair.privateKey}`;
    expect(shown).not.toContain(pair.privateKey.reveal());
  }
});
