/** Addresses of the provider that applications ask for most, in display order. */
export const mainAddresses = [
  'issuer',
  'discovery_url',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
] as const;

/** The others, which few applications use. */
export const moreAddresses = [
  'end_session_endpoint',
  'introspection_endpoint',
  'revocation_endpoint',
  'device_authorization_endpoint',
  'pushed_authorization_request_endpoint',
] as const;
