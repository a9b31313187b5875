/** Errors that a caller can receive, with their HTTP statuses. */
export const locationErrors = {
  location_not_found: 404,
  no_location: 400,
  address_invalid: 400,
  allowed_ips_invalid: 400,
  networks_overlap: 400,
  gateway_address_unusable: 400,
  network_too_small: 400,
  address_pool_exhausted: 409,
  location_mfa_unavailable: 400,
} as const;

/** Messages for API clients. */
export const locationErrorMessages = {
  location_not_found: 'Location not found',
  no_location: 'There is no location yet',
  address_invalid: 'An address is not valid',
  allowed_ips_invalid: 'An allowed network is not valid',
  networks_overlap: 'Two networks of the location overlap',
  gateway_address_unusable: 'The gateway cannot have the broadcast address',
  network_too_small: 'The network is too small for its devices',
  address_pool_exhausted: 'The network has no free address left',
  location_mfa_unavailable: 'A location can require a sign-in at a provider only if an OpenID provider is turned on',
} as const satisfies Record<keyof typeof locationErrors, string>;

/** In seconds, right for most networks. */
export const defaultTiming = { keepalive_interval: 25, peer_disconnect_threshold: 300 } as const;

/** Events of the activity log. */
export const locationActivity = ['vpn_location_added', 'vpn_location_removed', 'vpn_location_modified'] as const;
