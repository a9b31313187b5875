import type { Signer } from '../../../platform/crypto/signer.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';

const purpose = 'openid artifact';
const format = /^ref\.([\w-]{43})\.([\w-]{43})$/;

/** Refers to stored codes and tokens by their hash. */
export interface ArtifactReferences {
  /** The hash under which the code, token or reference is stored. */
  hashOf(id: string): Buffer;
  /**
   * Stands for the code itself where the product needs to change it but does not know it, such as the code of a device
   * whose short code a person typed. Signed: a hash read from a copy of the database cannot be used as a code.
   */
  refer(hash: Buffer): string;
}

export function createArtifactReferences(signer: Signer): ArtifactReferences {
  return {
    hashOf(id) {
      const [, text = '', signature = ''] = format.exec(id) ?? [];
      const hash = Buffer.from(text, 'base64url');
      const isOurs = text !== '' && signer.verify(purpose, hash, Buffer.from(signature, 'base64url'));
      return isOurs ? hash : hashToken(id);
    },
    refer: (hash) => `ref.${hash.toString('base64url')}.${signer.sign(purpose, hash).toString('base64url')}`,
  };
}
