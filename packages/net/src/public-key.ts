// 43 digits encode 258 bits; with a last digit from this list, the two bits after the 256th are zero.
const canonicalKey = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/**
 * A WireGuard key in canonical form, as `wg` prints it: 32 bytes in padded standard base64. Undefined for anything
 * else, so two accepted texts are the same key if and only if they are equal.
 */
export function parsePublicKey(text: string): string | undefined {
  return canonicalKey.test(text) ? text : undefined;
}
