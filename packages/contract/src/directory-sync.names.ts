/** Errors that a caller can receive, with their HTTP statuses. */
export const directorySyncErrors = {
  directory_source_not_found: 404,
  directory_not_configured: 400,
  directory_sync_disabled: 409,
  directory_sync_running: 409,
  directory_sync_run_not_found: 404,
  directory_sync_not_waiting: 409,
  directory_unreachable: 400,
  directory_timeout: 400,
  directory_certificate: 400,
  directory_starttls: 400,
  directory_encryption_required: 400,
  directory_credentials: 400,
  directory_base: 400,
  directory_permission: 400,
  directory_limit: 400,
  directory_protocol: 400,
  directory_throttled: 400,
  directory_answer: 400,
  directory_changed: 400,
  directory_too_large: 400,
  directory_google_key: 400,
  directory_google_delegation: 400,
  directory_google_admin: 400,
  directory_google_api: 400,
  directory_microsoft_tenant: 400,
  directory_microsoft_secret: 400,
  directory_microsoft_permission: 400,
  directory_okta_address: 400,
  directory_okta_client: 400,
  directory_okta_dpop: 400,
  directory_okta_permission: 400,
  directory_jumpcloud_key: 400,
} as const;

/** Messages for API clients. */
export const directorySyncErrorMessages = {
  directory_source_not_found: 'There is no such directory',
  directory_not_configured: 'No directory is set up: its address and credentials are needed',
  directory_sync_disabled: 'Directory synchronization is off',
  directory_sync_running: 'A synchronization is already running or waiting to start',
  directory_sync_run_not_found: 'Synchronization not found',
  directory_sync_not_waiting: 'This synchronization does not wait for a confirmation',
  directory_unreachable: 'The directory server cannot be reached: check the host name, the port and firewalls',
  directory_timeout: 'The directory server did not answer in time',
  directory_certificate:
    'The certificate of the directory server was rejected: add its certificate authority, and use the host name of the certificate',
  directory_starttls: 'The directory server does not support StartTLS on this port',
  directory_encryption_required: 'The directory server requires an encrypted connection: use ldaps:// or StartTLS',
  directory_credentials: 'The directory server rejected the name or password of the service account',
  directory_base: 'A search base does not exist, or the service account cannot see it',
  directory_permission: 'The service account may not read the people, the groups or their permanent identifiers',
  directory_limit:
    'The directory server returned only a part of the entries: allow the service account to read in pages',
  directory_protocol: 'The directory server sent an answer that is not valid',
  directory_throttled: 'The directory limits how often it can be read: the next synchronization tries again',
  directory_answer: 'The directory sent an answer that is not valid: the next synchronization tries again',
  directory_changed: 'The directory changed while it was read: the next synchronization tries again',
  directory_too_large: 'The directory has more entries than can be synchronized: restrict which ones are read',
  directory_google_key:
    'Google rejected the key of the service account: create a key of type JSON and paste the whole file, and check the email address of the service account',
  directory_google_delegation:
    'Google does not let the service account read the directory: authorize its client ID for domain-wide delegation in the Google Admin console, with both scopes',
  directory_google_admin:
    'Google does not accept the administrator: enter the email address of an administrator who may read users and groups',
  directory_google_api: 'The Admin SDK API is off: turn it on in the Google Cloud project of the service account',
  directory_microsoft_tenant:
    'Microsoft Entra does not know the tenant or the application: check the tenant in the issuer address, and the client ID',
  directory_microsoft_secret:
    'Microsoft Entra rejected the client secret: create a new one, and enter its value, not its ID',
  directory_microsoft_permission:
    'The application may not read the directory: add the application permissions User.Read.All and GroupMember.Read.All, and grant admin consent',
  directory_okta_address: 'The issuer address must be that of an Okta organization, such as https://company.okta.com',
  directory_okta_client:
    'Okta rejected the client ID or the key for directory sync: register the public key with the application, and paste the private key as JWK',
  directory_okta_dpop:
    'The application requires DPoP: turn off “Require Demonstrating Proof of Possession (DPoP)” in its settings at Okta',
  directory_okta_permission:
    'The application may not read the directory: grant the scopes okta.users.read and okta.groups.read, and assign an administrator role that may read users and groups',
  directory_jumpcloud_key:
    'JumpCloud rejected the API key: create a new one for an administrator who may read users and groups',
} as const satisfies Record<keyof typeof directorySyncErrors, string>;

/** Events of the activity log. */
export const directorySyncActivity = [
  'directory_sync_requested',
  'directory_sync_confirmed',
  'directory_sync_completed',
  'directory_sync_stopped',
  'directory_sync_failed',
  'directory_sync_released',
] as const;

/** Why an entry is not synchronized, or not completely. */
export const syncProblemKinds = [
  'username_invalid',
  'username_reserved',
  'email_missing',
  'email_invalid',
  'name_taken',
  'managed_elsewhere',
  'group_name_invalid',
  'group_name_taken',
  'group_name_ambiguous',
  'admin_group',
] as const;
