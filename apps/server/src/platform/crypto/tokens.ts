import { hash, randomBytes, randomInt } from 'node:crypto';

/**
 * Creates a bearer token of 256 random bits in base64url after `prefix`. It grants access by itself, so only its hash
 * is stored.
 */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The digits of base 62. */
export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits, each of 5.95 bits. */
export function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** SHA-256. Sufficient for tokens of 256 random bits, which cannot be guessed; user passwords need `passwords.ts`. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
