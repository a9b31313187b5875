/** Paths of the protocol, below the public address. Interface reference §9; those that it does not have are ours. */
export const providerPaths = {
  authorization: '/api/v1/oauth/authorize',
  token: '/api/v1/oauth/token',
  userinfo: '/api/v1/oauth/userinfo',
  jwks: '/api/v1/oauth/discovery/keys',
  introspection: '/api/v1/oauth/introspect',
  revocation: '/api/v1/oauth/revoke',
  end_session: '/api/v1/oauth/logout',
  pushed_authorization_request: '/api/v1/oauth/par',
  device_authorization: '/api/v1/oauth/device_authorization',
  code_verification: '/device',
} as const;

export const discoveryPath = '/.well-known/openid-configuration';

/** Where a browser continues after a step of the console; see `continueInteraction` of the contract. */
export const interactionPath = (uid: string) => `/api/v1/oauth/interaction/${uid}`;

/** The issuer has a trailing slash, as the interface specifies. `url` has none. */
export const issuerOf = (url: string) => `${url}/`;
