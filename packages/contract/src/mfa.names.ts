/** Number of recovery codes that are generated together. */
export const recoveryCodeCount = 8;

/** Errors that a caller can receive, with their HTTP statuses. */
export const mfaErrors = {
  no_factor: 409,
  security_key_refused: 400,
  security_key_taken: 409,
  security_key_limit_reached: 409,
  security_key_not_found: 404,
  key_suspended: 409,
  last_credential: 409,
  factor_required: 409,
  passkey_refused: 401,
  passkey_missing: 409,
  password_exists: 409,
  mail_code_too_soon: 429,
  second_factor_exists: 409,
} as const;

/** Messages for API clients. */
export const mfaErrorMessages = {
  no_factor: 'The account has no two-factor authentication',
  security_key_refused: 'The security key was not accepted; start again',
  security_key_taken: 'The security key has already been added',
  security_key_limit_reached: 'The user has reached the limit of security keys',
  security_key_not_found: 'Security key not found',
  key_suspended: 'An emergency stop suspended the key; only an administrator can restore or delete it',
  last_credential: 'The account has no password, so its last passkey cannot be removed',
  factor_required: 'A location of the account requires two-factor authentication, so its last method cannot be removed',
  passkey_refused: 'The passkey was not accepted; start again',
  passkey_missing: 'The password cannot be removed without a passkey',
  password_exists: 'The account already has a password; change it instead',
  second_factor_exists: 'The account already has two-factor authentication',
  mail_code_too_soon: 'A code was already sent; `details.retry_after_seconds` says when the next can be requested',
} as const satisfies Record<keyof typeof mfaErrors, string>;

/** Events of the activity log. */
export const mfaActivity = [
  'mfa_disabled',
  'user_mfa_disabled',
  'mfa_totp_enabled',
  'mfa_totp_disabled',
  'mfa_email_enabled',
  'mfa_email_disabled',
  'mfa_security_key_added',
  'mfa_security_key_removed',
  'mfa_security_key_renamed',
  'mfa_security_key_restored',
  'recovery_codes_replaced',
] as const;
