/**
 * Every failure that a caller can be told about, once. The server has a status for each, the console a sentence in
 * each language; a new code does not compile until all have answered.
 */
export const errorCodes = [
  // the request itself
  'malformed_json',
  'invalid_input',
  'unsupported_media_type',
  'payload_too_large',
  'user_agent_required',
  'origin_refused',
  'route_not_found',
  'method_not_allowed',
  'rate_limited',
  // the caller
  'unauthenticated',
  'access_denied',
  'privileged_access_required',
  'enterprise_required',
  'wrong_credentials',
  'login_locked',
  'codes_locked',
  'code_wrong',
  'proof_required',
  'no_factor',
  'security_key_refused',
  'security_key_taken',
  'security_key_limit_reached',
  'security_key_not_found',
  'key_suspended',
  'last_way_in',
  'factor_required',
  'passkey_refused',
  'passkey_missing',
  'password_there',
  'session_not_found',
  'session_required',
  'scope_missing',
  // the server
  'database_unavailable',
  'database_busy',
  'database_read_only',
  'database_full',
  'internal_error',
  // setup
  'setup_link_invalid',
  'setup_done',
  // users and groups
  'user_not_found',
  'username_taken',
  'email_taken',
  'username_invalid',
  'username_reserved',
  'email_invalid',
  'password_weak',
  'password_wrong',
  'phone_invalid',
  'own_account',
  'last_admin',
  'last_admin_group',
  'group_not_found',
  'group_name_taken',
  'group_name_unknown',
  'group_restricts_locations',
  'username_unknown',
  'user_disabled',
  // settings
  'setting_unavailable',
  'setting_from_environment',
  'smtp_not_configured',
  'smtp_password_needed',
  'mail_not_sent',
  'mail_delayed',
  'mail_code_too_soon',
  // locations
  'location_not_found',
  'no_location',
  'address_invalid',
  'allowed_ips_invalid',
  'networks_overlap',
  'gateway_address_unusable',
  'network_too_small',
  'address_pool_exhausted',
  'location_acl_unavailable',
  'location_mfa_unavailable',
  // devices
  'device_not_found',
  'device_suspended',
  'device_limit_reached',
  'device_name_taken',
  'public_key_invalid',
  'public_key_taken',
  'public_key_of_location',
  'device_management_restricted',
  'client_activation_only',
  // import of users
  'csv_unreadable',
  'csv_empty',
  'csv_too_large',
  'csv_columns_missing',
  'import_has_errors',
  'import_outdated',
  // SSH and GPG keys
  'auth_key_not_found',
  'auth_key_taken',
  'auth_key_limit_reached',
  'group_keys_too_large',
  'private_key_refused',
  'ssh_key_invalid',
  'ssh_key_certificate',
  'ssh_key_weak',
  'gpg_key_invalid',
  'gpg_key_unsupported',
  'gpg_key_unusable',
  // API tokens
  'api_token_not_found',
  'api_token_expiry_past',
  'api_token_limit_reached',
  // gateways
  'gateway_not_found',
  'gateway_connected',
  'gateway_limit_reached',
  'join_token_invalid',
  'gateway_credential_invalid',
  // activity log
  'activity_not_found',
  'log_problem_not_found',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Facts that a sentence about the failure may name: no secret, SQL or stack. `field` is the request's field at fault. */
export type ErrorDetails = { readonly field?: string } & Readonly<Record<string, string | number | boolean>>;

/** A failure that a caller can be told about. Anything else thrown is a bug and is answered 500 without detail. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}
