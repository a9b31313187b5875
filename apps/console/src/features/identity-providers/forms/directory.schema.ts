import { type Provider, ProviderInput, type ProviderKind } from '@gatewarden/contract/identity-providers';
import { isPrivateJwk, isServiceAccountKey } from '@gatewarden/contract/identity-providers.keys';
import { z } from 'zod';
import { requireFields } from '../../../lib/require-fields.ts';

const { shape } = ProviderInput;

const Fields = z.object({
  directory_sync_enabled: z.boolean(),
  directory_sync_interval: shape.directory_sync_interval.unwrap(),
  directory_sync_target: shape.directory_sync_target.unwrap(),
  directory_sync_user_behavior: shape.directory_sync_user_behavior.unwrap(),
  directory_sync_admin_behavior: shape.directory_sync_admin_behavior.unwrap(),
  directory_sync_removal_limit: shape.directory_sync_removal_limit.unwrap(),
  /** Names, one per line. */
  directory_sync_group_match: shape.directory_sync_group_match.unwrap().unwrap(),
  google_service_account_key: shape.google_service_account_key
    .unwrap()
    .unwrap()
    .refine((text) => text === '' || isServiceAccountKey(text), { error: 'openid_google_key_invalid' }),
  google_service_account_email: shape.google_service_account_email.unwrap().unwrap(),
  admin_email: shape.admin_email.unwrap().unwrap(),
  okta_dirsync_client_id: shape.okta_dirsync_client_id.unwrap().unwrap(),
  okta_private_jwk: shape.okta_private_jwk
    .unwrap()
    .unwrap()
    .refine((text) => text === '' || isPrivateJwk(text), { error: 'openid_okta_key_invalid' }),
  jumpcloud_api_key: shape.jumpcloud_api_key.unwrap().unwrap(),
});

export type DirectoryFields = z.input<typeof Fields>;

/** Without these, the directory of the kind cannot be read. */
const credentials = {
  google: ['google_service_account_key', 'admin_email'],
  okta: ['okta_dirsync_client_id', 'okta_private_jwk'],
  jumpcloud: ['jumpcloud_api_key'],
  microsoft: [],
  custom: [],
} as const satisfies Record<ProviderKind, readonly (keyof DirectoryFields)[]>;

/**
 * What is synchronized from the directory of a provider, and how it is read. Synchronization needs the credentials, of which
 * stored secrets may stay empty.
 */
export function directoryFieldsOf(provider: Provider): z.ZodType<DirectoryFields, DirectoryFields> {
  const stored: Partial<Record<keyof DirectoryFields, boolean>> = {
    google_service_account_key: provider.google_service_account_key_set,
    okta_private_jwk: provider.okta_private_jwk_set,
    jumpcloud_api_key: provider.jumpcloud_api_key_set,
  };
  const needed: readonly (keyof DirectoryFields)[] = credentials[provider.kind];
  const missing = needed.filter((field) => !stored[field]);
  return requireFields(Fields, missing, ({ directory_sync_enabled }) => directory_sync_enabled);
}
