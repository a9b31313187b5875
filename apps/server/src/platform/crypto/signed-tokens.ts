import { randomBytes } from 'node:crypto';
import type { Signer } from './signer.ts';

/** Bearer tokens that carry our signature, so that guessed ones are rejected without a database query. */
export interface SignedTokens {
  /** Creates a token in base64url: 256 random bits and the signature. Only its hash is stored. */
  make(): string;
  /** Whether this instance created the token; it may have expired since. Accepts exactly one encoding of each token. */
  hasValidSignature(token: string | undefined): token is string;
}

const randomBytesOfToken = 32;

/** `purpose` distinguishes kinds of tokens. All replicas accept the same tokens. */
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
