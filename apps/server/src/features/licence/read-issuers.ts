import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { PublicKeyText, toPublicKey } from '../../platform/crypto/signed-statement.ts';
import { StartError } from '../../platform/start-error.ts';

/** An issuer of license keys that this build trusts. */
export interface Issuer {
  readonly name: string;
  /** The `kid` in the header of its keys. */
  readonly kid: string;
  readonly publicKey: KeyObject;
  /** Where it renews subscriptions; undefined: they are not renewed automatically. */
  readonly renewalUrl: URL | undefined;
}

const Text = z.string().trim().min(1).max(200);

const IssuersFile = z
  .array(
    z.strictObject({
      name: Text,
      kid: Text,
      public_key: PublicKeyText,
      renewal_url: z.url({ protocol: /^https?$/ }).optional(),
    }),
  )
  .max(50)
  .refine((list) => new Set(list.map(({ kid }) => kid)).size === list.length, {
    error: 'two issuers have the same kid',
  });

/**
 * Reads the content of `licence/issuers.json`, which a build contains.
 * @throws StartError that names the first mistake
 */
export function readIssuers(content: unknown): readonly Issuer[] {
  const { data, error } = IssuersFile.safeParse(content);
  if (error) {
    const [issue] = error.issues;
    throw new StartError(
      `licence/issuers.json is not valid: ${issue?.path.join('.') || 'the list'}: ${issue?.message}.`,
    );
  }
  return data.map(({ name, kid, public_key, renewal_url }) => ({
    name,
    kid,
    publicKey: toPublicKey(public_key),
    renewalUrl: renewal_url === undefined ? undefined : new URL(renewal_url),
  }));
}
