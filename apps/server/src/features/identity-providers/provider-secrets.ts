import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** The field of a request with each secret of a provider, and the kind under which it is stored. */
export const providerSecretKinds = {
  client_secret: 'openid-client-secret',
  google_service_account_key: 'openid-google-key',
  okta_private_jwk: 'openid-okta-key',
  jumpcloud_api_key: 'openid-jumpcloud-key',
} as const;

type SecretField = keyof typeof providerSecretKinds;
export type SentSecrets = { readonly [Field in SecretField]?: string | null | undefined };

/** Stores the secrets that were sent; absent and empty ones are unchanged. Returns the fields that were stored. */
export async function storeSecrets(
  secrets: Pick<Secrets, 'set'>,
  tx: Tx,
  providerId: number,
  sent: SentSecrets,
): Promise<SecretField[]> {
  const stored: SecretField[] = [];
  for (const field of Object.keys(providerSecretKinds) as SecretField[]) {
    const value = sent[field];
    if (!value) continue;
    await secrets.set(tx, { kind: providerSecretKinds[field], owner: providerId }, value);
    stored.push(field);
  }
  return stored;
}
