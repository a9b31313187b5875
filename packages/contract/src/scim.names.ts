/** Errors that a caller can receive, with their HTTP statuses. */
export const scimErrors = {
  scim_token_not_found: 404,
  scim_token_expiry_past: 400,
  scim_token_limit_reached: 409,
} as const;

/** Messages for API clients. */
export const scimErrorMessages = {
  scim_token_not_found: 'SCIM token not found',
  scim_token_expiry_past: 'The expiration date of the token is in the past',
  scim_token_limit_reached: 'The instance has reached the limit of SCIM tokens; delete unused ones',
} as const satisfies Record<keyof typeof scimErrors, string>;

/** Events of the activity log. */
export const scimActivity = [
  'scim_token_added',
  'scim_token_rotated',
  'scim_token_removed',
  'scim_user_adopted',
  'scim_user_released',
  'scim_removals_stopped',
  'scim_removals_resumed',
] as const;
