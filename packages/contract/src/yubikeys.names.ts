/** Errors that a caller can receive, with their HTTP statuses. */
export const yubikeyErrors = {
  yubikey_not_found: 404,
  yubikey_job_not_found: 404,
  yubikey_job_failed: 404,
  provisioner_not_found: 404,
  provisioner_busy: 409,
  provisioner_limit_reached: 409,
  provisioner_token_invalid: 401,
  provisioner_of_other_token: 403,
} as const;

/** Messages for API clients. */
export const yubikeyErrorMessages = {
  yubikey_not_found: 'YubiKey not found',
  yubikey_job_not_found: 'The provisioning job does not exist or has ended',
  yubikey_job_failed: 'The YubiKey was not provisioned',
  provisioner_not_found: 'Provisioner not found',
  provisioner_busy: 'The provisioner is provisioning another YubiKey',
  provisioner_limit_reached: 'The instance has reached the limit of provisioners; remove unused ones',
  provisioner_token_invalid: 'The token of the provisioner is invalid or was revoked',
  provisioner_of_other_token:
    'A provisioner with this name was registered with another token; choose another name, or remove that provisioner in the console',
} as const satisfies Record<keyof typeof yubikeyErrors, string>;

/** Why a job failed. */
export const yubikeyFailures = [
  /** The provisioner did not ask for jobs. */
  'not_taken',
  /** It took the job and did not report a result in time. */
  'timed_out',
  /** It asked for another job before it reported this one: it was restarted. */
  'restarted',
  'provisioner_removed',
  'canceled',
  /** A user of the job lost access: the one who started it, or the one whom the YubiKey is for. */
  'access_ended',
  /** What it reported is no acceptable key; `detail` is the code of the error. */
  'key_refused',
  /** It reported a failure; `detail` is its text. */
  'reported',
] as const;

/** Events of the activity log. */
export const yubikeyActivity = [
  'yubikey_provisioning_started',
  'yubikey_provisioned',
  'yubikey_provisioning_failed',
  'yubikey_renamed',
  'yubikey_removed',
  'provisioner_registered',
  'provisioner_removed',
  'provisioner_token_issued',
  'provisioner_tokens_revoked',
] as const;
