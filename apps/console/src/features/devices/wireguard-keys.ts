import { browserKeys, type KeyPair, libraryKeys } from './key-makers.ts';

/**
 * A new key pair for a device, by the browser itself where it can.
 * https://caniuse.com/mdn-api_subtlecrypto_generatekey_x25519
 */
export async function makeKeyPair(): Promise<KeyPair> {
  try {
    return await browserKeys.make();
  } catch {
    return libraryKeys.make();
  }
}
