/** Errors that a caller can receive, with their HTTP statuses. */
export const locationMfaErrors = {
  connect_location_unprotected: 400,
  connect_method_unavailable: 400,
  connect_refused: 403,
  connect_token_invalid: 400,
  connect_attempt_missing: 400,
  /** The owner has not proved it in the browser, or signed in at the provider, yet. */
  connect_pending: 428,
  /** Another account signed in at the provider than that of the owner. */
  connect_account_mismatch: 403,
  connect_client_used: 409,
  connect_request_missing: 404,
  connect_codes_locked: 429,
  location_session_not_found: 404,
} as const;

/** Messages for API clients. */
export const locationMfaErrorMessages = {
  connect_location_unprotected: 'The location does not require a second factor',
  connect_method_unavailable: 'The user cannot use this second factor for the location',
  connect_refused: 'The user may not connect to the location',
  connect_token_invalid: 'The token of the attempt is invalid or has expired',
  connect_attempt_missing: 'There is no such attempt to connect; start again',
  connect_pending: 'The owner of the device has not confirmed the attempt in the browser yet',
  connect_account_mismatch: 'The account that signed in at the provider is not that of the owner of the device',
  connect_client_used:
    'The device has a client, which needs the preshared key of its sessions; send without_client to connect without it',
  connect_codes_locked: 'Too many wrong codes; wait, or use a security key',
  connect_request_missing: 'There is no such request of your devices, or it is over',
  location_session_not_found: 'The device has no session in the location',
} as const satisfies Record<keyof typeof locationMfaErrors, string>;

/** Events of the activity log. */
export const locationMfaActivity = [
  'vpn_client_connected_mfa',
  'vpn_client_disconnected_mfa',
  'vpn_client_mfa_failed',
] as const;
