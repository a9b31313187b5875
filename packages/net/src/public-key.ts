// 43 digits carry 258 bits; a last digit from this list leaves the two that follow the 256th at zero.
const canonicalKey = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/**
 * A WireGuard key in its only spelling, as `wg` prints it: 32 bytes in padded standard base64. Undefined for anything
 * else, so two texts that pass are the same key only when they are the same text.
 */
export function parsePublicKey(text: string): string | undefined {
  return canonicalKey.test(text) ? text : undefined;
}
