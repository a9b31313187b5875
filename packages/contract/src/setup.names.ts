/** Failures that a caller can be told about, with the HTTP status of each. */
export const setupErrors = {
  setup_link_invalid: 403,
  setup_done: 409,
} as const;

/** What a program that calls the API reads. */
export const setupErrorMessages = {
  setup_link_invalid: 'The setup link is wrong or has expired',
  setup_done: 'The instance already has an administrator',
} as const satisfies Record<keyof typeof setupErrors, string>;
