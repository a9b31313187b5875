import { z } from 'zod';
import { PublicKeyText, type TrustedKey, toPublicKey } from '../../platform/crypto/signed-statement.ts';
import { StartError } from '../../platform/start-error.ts';

/** A key whose release feeds are trusted. */
export interface ReleaseKey extends TrustedKey {
  /** Identifies the key: its 32 bytes as base64url. */
  readonly id: string;
}

const Text = z.string().trim().min(1).max(200);

const KeysFile = z
  .array(z.strictObject({ name: Text, kid: Text, public_key: PublicKeyText }))
  .max(50)
  .refine((list) => new Set(list.map(({ kid }) => kid)).size === list.length, { error: 'two keys have the same kid' });

/**
 * Reads the content of `release-keys/keys.json`, which a build contains.
 * @throws StartError that names the first mistake
 */
export function readReleaseKeys(content: unknown): readonly ReleaseKey[] {
  const { data, error } = KeysFile.safeParse(content);
  if (error) {
    const [issue] = error.issues;
    throw new StartError(
      `release-keys/keys.json is not valid: ${issue?.path.join('.') || 'the list'}: ${issue?.message}.`,
    );
  }
  return data.map(({ kid, public_key }) => toReleaseKey(public_key, kid));
}

/** The keys of an operator, as base64url. */
export function toReleaseKeys(publicKeys: readonly string[]): readonly ReleaseKey[] {
  return publicKeys.map((key) => toReleaseKey(key, undefined));
}

function toReleaseKey(key: z.infer<typeof PublicKeyText>, kid: string | undefined): ReleaseKey {
  const bytes = Buffer.from(typeof key === 'string' ? key : key.x, 'base64url');
  return { id: bytes.toString('base64url'), kid, publicKey: toPublicKey(key) };
}
