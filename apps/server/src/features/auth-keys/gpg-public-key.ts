import { DomainError } from '@gatewarden/contract/errors';
import type { Key } from 'openpgp';

export interface GpgPublicKey {
  /** Armored anew from what was understood, so that nothing else in the text is kept. */
  readonly armored: string;
  /** Hexadecimal in upper case: 40 digits, 64 of a version 6 key. */
  readonly fingerprint: string;
}

const field = 'key';

/**
 * One OpenPGP public key in ASCII armor (RFC 9580 §6), with an identity and signatures that hold at the moment.
 * @throws private_key_refused, gpg_key_invalid, gpg_key_unusable when it is expired, revoked or not signed by itself
 */
export async function parseGpgPublicKey(text: string, at: Date): Promise<GpgPublicKey> {
  const key = await readOne(text);
  if (key.isPrivate()) throw new DomainError('private_key_refused', { field });
  try {
    await key.verifyPrimaryKey(at);
  } catch (cause) {
    throw new DomainError('gpg_key_unusable', { field }, { cause });
  }
  return { armored: key.armor().trim().replaceAll('\r\n', '\n'), fingerprint: key.getFingerprint().toUpperCase() };
}

async function readOne(text: string): Promise<Key> {
  if (text.split('-----BEGIN').length !== 2) throw new DomainError('gpg_key_invalid', { field });
  // few people have such a key, and every core would hold the library in memory
  const { readKeys } = await import('openpgp');
  const [key, ...rest] = await readKeys({ armoredKeys: text.trim() }).catch((cause: unknown) => {
    throw new DomainError('gpg_key_invalid', { field }, { cause });
  });
  if (!key || rest.length > 0) throw new DomainError('gpg_key_invalid', { field });
  return key;
}
