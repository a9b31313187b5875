import { hash, randomBytes } from 'node:crypto';

/**
 * Creates a bearer token of 256 random bits in base64url after `prefix`. It grants access by itself, so only its hash
 * is stored.
 */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** SHA-256. Sufficient for tokens of 256 random bits, which cannot be guessed; user passwords need `passwords.ts`. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
