/** Errors that a caller can receive, with their HTTP statuses. */
export const setupErrors = {
  setup_link_invalid: 403,
  setup_done: 409,
} as const;

/** Messages for API clients. */
export const setupErrorMessages = {
  setup_link_invalid: 'The setup link is not valid or has expired',
  setup_done: 'The instance already has an administrator',
} as const satisfies Record<keyof typeof setupErrors, string>;
