/** Failures that a caller can be told about, with the HTTP status of each. */
export const apiTokenErrors = {
  api_token_not_found: 404,
  api_token_expiry_past: 400,
  api_token_limit_reached: 409,
} as const;

/** What a program that calls the API reads. */
export const apiTokenErrorMessages = {
  api_token_not_found: 'API token not found',
  api_token_expiry_past: 'The token would have expired already',
  api_token_limit_reached: 'The user has reached the limit of API tokens; delete unused ones',
} as const satisfies Record<keyof typeof apiTokenErrors, string>;

/** Entries of the activity log. */
export const apiTokenActivity = ['api_token_added', 'api_token_removed', 'api_token_renamed'] as const;
