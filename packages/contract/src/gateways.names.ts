/** Errors that a caller can receive, with their HTTP statuses. */
export const gatewayErrors = {
  gateway_not_found: 404,
  gateway_connected: 400,
  gateway_limit_reached: 409,
  join_token_invalid: 401,
  component_credential_invalid: 401,
} as const;

/** Messages for API clients. */
export const gatewayErrorMessages = {
  gateway_not_found: 'Gateway not found',
  gateway_connected: 'The gateway is connected',
  gateway_limit_reached: 'The location has reached the limit of gateways; remove unused ones',
  join_token_invalid: 'The join token is not valid',
  component_credential_invalid: 'The credential is not valid',
} as const satisfies Record<keyof typeof gatewayErrors, string>;

/** Events of the activity log. */
export const gatewayActivity = [
  'gateway_joined',
  'gateway_connected',
  'gateway_disconnected',
  'gateway_revoked',
  'gateway_removed',
  'gateway_token_shown',
  'gateway_token_rotated',
  'gateway_refused',
  'gateway_state_rejected',
  'gateway_state_partially_applied',
  'gateway_firewall_restored',
  'gateway_drift_repaired',
  'gateway_drift_persisted',
  'gateway_entries_omitted',
] as const;
