import type { Guide } from './guide.ts';

/** Grafana: generic OAuth, with the groups for roles. */
export const grafana: Guide = {
  template: { kind: 'web', scope: ['openid', 'profile', 'email', 'groups'], requires_pkce: true },
  redirects: (address) => [`${address}/login/generic_oauth`],
  address: 'https://grafana.example.com',
  blocks: ({ provider, instance, clientId, secret, scope }) => [
    {
      place: 'file',
      path: '/etc/grafana/grafana.ini',
      text: `[auth.generic_oauth]
enabled = true
name = ${instance}
client_id = ${clientId}
client_secret = ${secret}
scopes = ${scope.join(' ')}
auth_url = ${provider.authorization_endpoint}
token_url = ${provider.token_endpoint}
api_url = ${provider.userinfo_endpoint}
use_pkce = true
login_attribute_path = preferred_username
name_attribute_path = name
email_attribute_path = email
groups_attribute_path = groups
role_attribute_path = contains(groups[*], 'admin') && 'Admin' || 'Viewer'
`,
    },
    { place: 'command', text: 'systemctl restart grafana-server\n' },
  ],
};
