import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { addProvider, Provider } from '@gatewarden/contract/identity-providers';
import type { DirectoryFields } from './directory.schema.ts';
import { toForm, toRequest } from './provider.ts';

/** Stored secrets are not shown; empty ones are unchanged. */
export function toDirectoryForm(provider: Provider): DirectoryFields {
  return {
    directory_sync_enabled: provider.directory_sync_enabled,
    directory_sync_interval: provider.directory_sync_interval,
    directory_sync_target: provider.directory_sync_target,
    directory_sync_user_behavior: provider.directory_sync_user_behavior,
    directory_sync_admin_behavior: provider.directory_sync_admin_behavior,
    directory_sync_removal_limit: provider.directory_sync_removal_limit,
    directory_sync_group_match: provider.directory_sync_group_match.join('\n'),
    google_service_account_email: provider.google_service_account_email ?? '',
    admin_email: provider.admin_email ?? '',
    okta_dirsync_client_id: provider.okta_dirsync_client_id ?? '',
    ...{ google_service_account_key: '', okta_private_jwk: '', jumpcloud_api_key: '' },
  };
}

/** Leaves everything else of the provider as it is. */
export function toDirectoryRequest(fields: DirectoryFields, provider: Provider): BodyInputOf<typeof addProvider> {
  const groups = fields.directory_sync_group_match.split('\n').join(',');
  return { ...toRequest(toForm(provider), provider), ...fields, directory_sync_group_match: groups };
}
