import { decodeBase64 } from '@gatewarden/net/base64';
import { parsePublicKey } from '@gatewarden/net/public-key';
import { describe, expect, it } from 'vitest';
import { browserKeyGenerator, libraryKeyGenerator } from './key-generators.ts';
import { generateKeyPair } from './wireguard-keys.ts';

// RFC 7748 §6.1: Alice and Bob
const vectors = [
  {
    secret: '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a',
    publicKey: '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
  },
  {
    secret: '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb',
    publicKey: 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
  },
];

describe.each([
  ['the browser', browserKeyGenerator],
  ['the library', libraryKeyGenerator],
])('keys made by %s', (_name, generator) => {
  it.each(vectors)('have the public key of RFC 7748 for $secret', async ({ secret, publicKey }) => {
    expect(await generator.publicKeyOf(fromHex(secret))).toEqual(fromHex(publicKey));
  });

  it('are pairs that belong together, new each time', async () => {
    const [first, second] = [await generator.generate(), await generator.generate()];
    expect(first.privateKey).not.toBe(second.privateKey);
    const secret = decodeBase64(first.privateKey);
    const publicKey = await libraryKeyGenerator.publicKeyOf(new Uint8Array(secret ?? []));
    expect(decodeBase64(first.publicKey)).toEqual(publicKey);
  });
});

it('makes public keys that the API accepts', async () => {
  const { publicKey } = await generateKeyPair();
  expect(parsePublicKey(publicKey)).toBeDefined();
});

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
