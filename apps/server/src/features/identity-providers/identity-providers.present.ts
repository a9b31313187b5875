import type { ExternalIdentity, ListedProvider, Provider } from '@gatewarden/contract/identity-providers';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { IdentityRow, LinkedUsers } from './identities.queries.ts';
import type { ProviderSnapshot } from './identity-providers.events.ts';
import { providerSecretKinds } from './provider-secrets.ts';
import type { ProviderRow } from './providers.queries.ts';

export function providerSnapshot(row: ProviderRow): ProviderSnapshot {
  const { is_enabled, links_by_email, trusts_second_factor, secrets, ...fields } = row;
  const isStored = (field: keyof typeof providerSecretKinds) => secrets.includes(providerSecretKinds[field]);
  return {
    ...fields,
    acr_values: [...row.acr_values],
    directory_sync_group_match: [...row.directory_sync_group_match],
    group_mapping: [...row.group_mapping],
    enabled: is_enabled,
    link_by_email: links_by_email,
    trust_second_factor: trusts_second_factor,
    client_secret_set: isStored('client_secret'),
    google_service_account_key_set: isStored('google_service_account_key'),
    okta_private_jwk_set: isStored('okta_private_jwk'),
    jumpcloud_api_key_set: isStored('jumpcloud_api_key'),
  };
}

/** Without secrets, which no form needs. */
export function presentProvider(row: ProviderRow): Provider {
  return {
    ...providerSnapshot(row),
    client_secret: '',
    google_service_account_key: null,
    okta_private_jwk: null,
    jumpcloud_api_key: null,
  };
}

export function presentListedProvider(row: ProviderRow, counts: readonly LinkedUsers[]): ListedProvider {
  const found = counts.find(({ provider_id }) => provider_id === row.id);
  return {
    ...presentProvider(row),
    linked_users: found?.linked_users ?? 0,
    last_credential_users: found?.last_credential_users ?? 0,
  };
}

export function presentIdentity(row: IdentityRow): ExternalIdentity {
  const { id, provider, display_name, kind, email, linked_at, last_sign_in_at, is_last_credential } = row;
  return {
    id,
    provider,
    display_name,
    kind,
    email,
    linked_at: toNaive(linked_at),
    last_sign_in_at: last_sign_in_at && toNaive(last_sign_in_at),
    is_last_credential,
  };
}
