import type { Guide } from './guide.ts';

/** Any application that supports OpenID Connect: the values under their usual names. */
export const generic: Guide = {
  template: { kind: 'web', scope: ['openid', 'profile', 'email'], requires_pkce: false },
  redirects: () => [],
  address: 'https://app.example.com',
  blocks: ({ provider, clientId, secret, redirectUri, scope }) => [
    {
      place: 'values',
      text: `OIDC_ISSUER=${provider.issuer}
OIDC_DISCOVERY_URL=${provider.discovery_url}
OIDC_CLIENT_ID=${clientId}
${secret === '' ? '' : `OIDC_CLIENT_SECRET=${secret}\n`}OIDC_REDIRECT_URI=${redirectUri}
OIDC_SCOPES="${scope.join(' ')}"
`,
    },
  ],
};
