import { createSignedTokens } from '../../../platform/crypto/signed-tokens.ts';
import type { Signer } from '../../../platform/crypto/signer.ts';

/** Secret scanners recognize a token by it. */
const prefix = 'gws_';
/** The prefix, 256 random bits and the signature, in base64url. */
const length = prefix.length + 86;

export interface ScimTokenText {
  make(): string;
  /** Whether this instance created the token, which takes no query; it may have expired or been deleted since. */
  isOurs(text: string): boolean;
}

export function createScimTokenText(signer: Signer): ScimTokenText {
  const signed = createSignedTokens(signer, 'scim token');
  return {
    make: () => prefix + signed.make(),
    isOurs: (text) =>
      text.length === length && text.startsWith(prefix) && signed.hasValidSignature(text.slice(prefix.length)),
  };
}
