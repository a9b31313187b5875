import { encodeBase64 } from '@gatewarden/net/base64';
import { loadCode } from '../../lib/load-code.ts';

export interface KeyPair {
  /** Base64. Only shown and downloaded on this page; never stored or sent. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Generates WireGuard key pairs; two implementations, for browsers with and without X25519 in WebCrypto. */
export interface KeyGenerator {
  generate(): Promise<KeyPair>;
  /** Public key of 32 secret bytes, RFC 7748 §6.1. */
  publicKeyOf(secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

// RFC 8410 §7: prefix of the 32 bytes of an X25519 private key in PKCS #8
const pkcs8Prefix = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20);
const keyBytes = 32;

export const browserKeyGenerator: KeyGenerator = {
  async generate() {
    const secret = clamp(crypto.getRandomValues(new Uint8Array(keyBytes)));
    return encodeKeyPair(secret, await browserKeyGenerator.publicKeyOf(secret));
  },
  async publicKeyOf(secret) {
    const pkcs8 = new Uint8Array([...pkcs8Prefix, ...secret]);
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'X25519', true, ['deriveBits']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', key);
    return decodeBase64Url(x);
  },
};

export const libraryKeyGenerator: KeyGenerator = {
  async generate() {
    const secret = clamp(crypto.getRandomValues(new Uint8Array(keyBytes)));
    return encodeKeyPair(secret, await libraryKeyGenerator.publicKeyOf(secret));
  },
  async publicKeyOf(secret) {
    // loaded only by browsers that need it
    const { x25519 } = await loadCode(() => import('@noble/curves/ed25519.js'));
    return x25519.getPublicKey(secret);
  },
};

/** RFC 7748 §5: implementations clamp the secret when they use it; stored clamped, so that `wg` shows the same text. */
function clamp(secret: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const clamped = secret.slice();
  clamped[0] = (clamped[0] ?? 0) & 248;
  clamped[31] = ((clamped[31] ?? 0) & 127) | 64;
  return clamped;
}

function encodeKeyPair(secret: Uint8Array, publicKey: Uint8Array): KeyPair {
  return { privateKey: encodeBase64(secret), publicKey: encodeBase64(publicKey) };
}

function decodeBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
