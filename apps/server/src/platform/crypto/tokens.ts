import { hash, randomBytes } from 'node:crypto';

/** A bearer token of 256 random bits in base64url after `prefix`; whoever holds it is let in, so only its hash is stored. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** SHA-256. Enough for tokens of 256 random bits, which cannot be guessed; human passwords need `passwords.ts`. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
