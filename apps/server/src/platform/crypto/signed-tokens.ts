import { randomBytes } from 'node:crypto';
import type { Signer } from './signer.ts';

/** Bearer tokens that carry our signature, so that a guessed one is refused without a question to the database. */
export interface SignedTokens {
  /** A new one, in base64url: 256 random bits and the signature. Only its hash is stored. */
  make(): string;
  /** Whether this instance made it; it may have ended since. True for one spelling of each token alone. */
  hasValidSignature(token: string | undefined): token is string;
}

const randomBytesOfToken = 32;

/** `purpose` tells one kind of token from another. All replicas accept the same ones. */
export function createSignedTokens(signer: Signer, purpose: string): SignedTokens {
  return {
    make() {
      const value = randomBytes(randomBytesOfToken);
      return Buffer.concat([value, signer.sign(purpose, value)]).toString('base64url');
    },
    hasValidSignature(token): token is string {
      if (token === undefined) return false;
      const bytes = Buffer.from(token, 'base64url');
      const [value, signature] = [bytes.subarray(0, randomBytesOfToken), bytes.subarray(randomBytesOfToken)];
      return bytes.toString('base64url') === token && signer.verify(purpose, value, signature);
    },
  };
}
