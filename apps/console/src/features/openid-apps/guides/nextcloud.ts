import { type Guide, shellWord } from './guide.ts';

/** Nextcloud with its application "OpenID Connect user backend". */
export const nextcloud: Guide = {
  template: { kind: 'web', scope: ['openid', 'profile', 'email', 'groups'], requires_pkce: true },
  // the second one is of installations without short addresses
  redirects: (address) => [`${address}/apps/user_oidc/code`, `${address}/index.php/apps/user_oidc/code`],
  address: 'https://cloud.example.com',
  blocks: ({ provider, instance, clientId, secret, scope }) => [
    {
      place: 'command',
      text: `sudo -u www-data php /var/www/nextcloud/occ app:install user_oidc
sudo -u www-data php /var/www/nextcloud/occ user_oidc:provider ${shellWord(instance)} \\
  --clientid=${shellWord(clientId)} \\
  --clientsecret=${shellWord(secret)} \\
  --discoveryuri=${shellWord(provider.discovery_url)} \\
  --scope=${shellWord(scope.join(' '))} \\
  --unique-uid=0 \\
  --mapping-uid=preferred_username \\
  --mapping-display-name=name \\
  --mapping-email=email \\
  --mapping-groups=groups \\
  --group-provisioning=1
`,
    },
  ],
};
