import { type Guide, type GuideBlock, type GuideValues, quoted } from './guide.ts';

/** The file of oauth2-proxy; `lines` are those that depend on what is in front of it. */
export function oauth2ProxyFile(
  { provider, clientId, secret, redirectUri, scope }: GuideValues,
  lines: readonly string[],
): GuideBlock {
  return {
    place: 'file',
    path: '/etc/oauth2-proxy.cfg',
    text: `provider = "oidc"
oidc_issuer_url = ${quoted(provider.issuer)}
client_id = ${quoted(clientId)}
client_secret = ${quoted(secret)}
redirect_url = ${quoted(redirectUri)}
scope = ${quoted(scope.join(' '))}
code_challenge_method = "S256"
email_domains = ["*"]
# openssl rand -base64 32 | tr -- '+/' '-_'
cookie_secret = "YOUR_COOKIE_SECRET"
cookie_secure = true
${lines.join('\n')}
`,
  };
}

/** oauth2-proxy in front of an application that cannot sign people in itself. */
export const oauth2Proxy: Guide = {
  template: { kind: 'web', scope: ['openid', 'profile', 'email', 'groups'], requires_pkce: true },
  redirects: (address) => [`${address}/oauth2/callback`],
  address: 'https://app.example.com',
  blocks: (values) => [
    oauth2ProxyFile(values, [
      'http_address = "127.0.0.1:4180"',
      'reverse_proxy = true',
      'pass_user_headers = true',
      'upstreams = ["http://127.0.0.1:8080/"]',
    ]),
  ],
};
