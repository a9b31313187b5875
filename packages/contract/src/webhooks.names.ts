/** Errors that a caller can receive, with their HTTP statuses. */
export const webhookErrors = {
  webhook_not_found: 404,
  webhook_url_taken: 409,
  webhook_url_invalid: 422,
  webhook_token_invalid: 422,
  webhook_token_needed: 400,
  webhook_trigger_missing: 400,
  webhook_limit_reached: 409,
  webhook_delivery_not_found: 404,
} as const;

/** Messages for API clients. */
export const webhookErrorMessages = {
  webhook_not_found: 'Webhook not found',
  webhook_url_taken: 'Another webhook has this URL',
  webhook_url_invalid: 'The URL must be absolute and contain neither a username nor a fragment',
  webhook_token_invalid: 'The token may contain only visible ASCII characters',
  webhook_token_needed: 'The saved token is that of the previous receiver; send the token of the new one',
  webhook_trigger_missing: 'An enabled webhook needs at least one trigger',
  webhook_limit_reached: 'The instance has reached the limit of webhooks',
  webhook_delivery_not_found: 'The delivery does not exist, or is older than 30 days',
} as const satisfies Record<keyof typeof webhookErrors, string>;

/** Events of the activity log; the first four are those of interface reference §10.3. */
export const webhookActivity = [
  'web_hook_added',
  'web_hook_removed',
  'web_hook_modified',
  'web_hook_state_changed',
  'web_hook_secret_rotated',
  'web_hook_replayed',
  'web_hook_stopped',
] as const;
