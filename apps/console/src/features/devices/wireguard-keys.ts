import { browserKeyGenerator, type KeyPair, libraryKeyGenerator } from './key-generators.ts';

/**
 * A new key pair for a device, by the browser itself where it can.
 * https://caniuse.com/mdn-api_subtlecrypto_generatekey_x25519
 */
export async function generateKeyPair(): Promise<KeyPair> {
  try {
    return await browserKeyGenerator.generate();
  } catch {
    return libraryKeyGenerator.generate();
  }
}
