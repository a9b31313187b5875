import { CompactSign, importJWK, type JWK } from 'jose';
import { type Issuer, issueKey, readIssuers } from '../../src/features/licence/index.ts';
import { createSigningKeys } from '../../src/platform/crypto/signed-statement.ts';

type NewLicence = Parameters<typeof issueKey>[0];

/** An issuer of license keys with its private key. */
export interface TestIssuer {
  /** As a build trusts it. */
  readonly trusted: Issuer;
  /** As in `licence/issuers.json`. */
  readonly entry: { readonly name: string; readonly kid: string; readonly public_key: string };
  readonly privateKey: JWK;
  issue(licence: NewLicence): Promise<string>;
  /** Signs any payload. */
  sign(payload: unknown): Promise<string>;
}

export async function givenIssuer({
  name = 'Test issuer',
  renewalUrl,
}: {
  name?: string;
  renewalUrl?: string;
} = {}): Promise<TestIssuer> {
  const { kid, privateKey, publicKey } = await createSigningKeys();
  const entry = { name, kid, public_key: publicKey, ...(renewalUrl && { renewal_url: renewalUrl }) };
  const [trusted] = readIssuers([entry]);
  if (!trusted) throw new Error('there is no issuer');
  return {
    trusted,
    entry,
    privateKey,
    issue: (licence) => issueKey(licence, JSON.stringify(privateKey)),
    sign: async (payload) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(await importJWK(privateKey, 'EdDSA')),
  };
}
