/** Errors that a caller can receive, with their HTTP statuses. */
export const apiTokenErrors = {
  api_token_not_found: 404,
  api_token_expiry_past: 400,
  api_token_limit_reached: 409,
} as const;

/** Messages for API clients. */
export const apiTokenErrorMessages = {
  api_token_not_found: 'API token not found',
  api_token_expiry_past: 'The expiration date of the token is in the past',
  api_token_limit_reached: 'The user has reached the limit of API tokens; delete unused ones',
} as const satisfies Record<keyof typeof apiTokenErrors, string>;

/** Events of the activity log. */
export const apiTokenActivity = ['api_token_added', 'api_token_removed', 'api_token_renamed'] as const;
