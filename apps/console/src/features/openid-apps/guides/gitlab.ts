import { type Guide, quoted } from './guide.ts';

/** GitLab, installed with the Linux package. */
export const gitlab: Guide = {
  template: { kind: 'web', scope: ['openid', 'profile', 'email'], requires_pkce: true },
  redirects: (address) => [`${address}/users/auth/openid_connect/callback`],
  address: 'https://gitlab.example.com',
  blocks: ({ provider, instance, clientId, secret, redirectUri, scope }) => [
    {
      place: 'file',
      path: '/etc/gitlab/gitlab.rb',
      text: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_block_auto_created_users'] = false
gitlab_rails['omniauth_providers'] = [
  {
    name: 'openid_connect',
    label: ${quoted(instance)},
    args: {
      name: 'openid_connect',
      scope: [${scope.map(quoted).join(', ')}],
      response_type: 'code',
      issuer: ${quoted(provider.issuer)},
      discovery: true,
      client_auth_method: 'basic',
      uid_field: 'sub',
      pkce: true,
      client_options: {
        identifier: ${quoted(clientId)},
        secret: ${quoted(secret)},
        redirect_uri: ${quoted(redirectUri)}
      }
    }
  }
]
`,
    },
    { place: 'command', text: 'gitlab-ctl reconfigure\n' },
  ],
};
