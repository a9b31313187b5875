/** Errors of webhooks and streams that a caller can receive, with their HTTP statuses. */
export const deliveryErrors = {
  outbound_address_refused: 400,
  outbound_url_refused: 400,
} as const;

/** Messages for API clients. */
export const deliveryErrorMessages = {
  outbound_address_refused: 'The address is not public, and GATEWARDEN_OUTBOUND_ALLOW does not list it',
  outbound_url_refused: 'The URL must begin with https; http only if GATEWARDEN_OUTBOUND_ALLOW lists the host',
} as const satisfies Record<keyof typeof deliveryErrors, string>;
