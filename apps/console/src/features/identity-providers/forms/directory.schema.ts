import { ProviderInput } from '@gatewarden/contract/identity-providers';
import { z } from 'zod';

const { shape } = ProviderInput;

/** What is synchronized from the directory of a provider, and how it is read. */
export const DirectoryFields = z.object({
  directory_sync_enabled: z.boolean(),
  directory_sync_interval: shape.directory_sync_interval.unwrap(),
  directory_sync_target: shape.directory_sync_target.unwrap(),
  directory_sync_user_behavior: shape.directory_sync_user_behavior.unwrap(),
  directory_sync_admin_behavior: shape.directory_sync_admin_behavior.unwrap(),
  directory_sync_removal_limit: shape.directory_sync_removal_limit.unwrap(),
  /** Names, one per line. */
  directory_sync_group_match: shape.directory_sync_group_match.unwrap().unwrap(),
  google_service_account_key: shape.google_service_account_key.unwrap().unwrap(),
  google_service_account_email: shape.google_service_account_email.unwrap().unwrap(),
  admin_email: shape.admin_email.unwrap().unwrap(),
  okta_dirsync_client_id: shape.okta_dirsync_client_id.unwrap().unwrap(),
  okta_private_jwk: shape.okta_private_jwk.unwrap().unwrap(),
  jumpcloud_api_key: shape.jumpcloud_api_key.unwrap().unwrap(),
});
