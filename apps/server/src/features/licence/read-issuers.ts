import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
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

const keyBytes = 32;
const Text = z.string().trim().min(1).max(200);
const RawKey = z
  .base64url()
  .refine((text) => Buffer.from(text, 'base64url').length === keyBytes, { error: 'not a key of 32 bytes' });

const IssuersFile = z
  .array(
    z.strictObject({
      name: Text,
      kid: Text,
      /** The 32 bytes as base64url, or a JSON Web Key (RFC 8037). */
      public_key: z.union([
        RawKey,
        z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: RawKey, d: z.undefined().optional() }),
      ]),
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
  return data.map(({ name, kid, public_key, renewal_url }) => {
    const x = typeof public_key === 'string' ? public_key : public_key.x;
    return {
      name,
      kid,
      publicKey: createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }),
      renewalUrl: renewal_url === undefined ? undefined : new URL(renewal_url),
    };
  });
}
