/** Errors that a caller can receive, with their HTTP statuses. */
export const directorySyncErrors = {
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
} as const;

/** Messages for API clients. */
export const directorySyncErrorMessages = {
  directory_not_configured: 'No directory is set up: server, account, password and search bases are needed',
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
} as const satisfies Record<keyof typeof directorySyncErrors, string>;

/** Events of the activity log. */
export const directorySyncActivity = [
  'directory_sync_requested',
  'directory_sync_confirmed',
  'directory_sync_completed',
  'directory_sync_stopped',
  'directory_sync_failed',
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
  'admin_group',
] as const;
