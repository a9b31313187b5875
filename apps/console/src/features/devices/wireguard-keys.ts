import { browserKeyGenerator, type KeyPair, libraryKeyGenerator } from './key-generators.ts';

/**
 * Generates a key pair for a device, with WebCrypto if the browser supports X25519.
 * https://caniuse.com/mdn-api_subtlecrypto_generatekey_x25519
 */
export async function generateKeyPair(): Promise<KeyPair> {
  try {
    return await browserKeyGenerator.generate();
  } catch {
    return libraryKeyGenerator.generate();
  }
}
