import { type Guide, shellWord } from './guide.ts';

/** Proxmox VE: a realm, whose users are created when they sign in. It redirects to its own address. */
export const proxmox: Guide = {
  template: { kind: 'web', scope: ['openid', 'profile', 'email'], requires_pkce: false },
  redirects: (address) => [address],
  address: 'https://proxmox.example.com:8006',
  blocks: ({ provider, instance, clientId, secret, scope }) => [
    {
      place: 'command',
      text: `pveum realm add gatewarden --type openid \\
  --issuer-url ${shellWord(provider.issuer)} \\
  --client-id ${shellWord(clientId)} \\
  --client-key ${shellWord(secret)} \\
  --username-claim username \\
  --scopes ${shellWord(scope.filter((one) => one !== 'openid').join(' '))} \\
  --autocreate 1 \\
  --comment ${shellWord(instance)}
`,
    },
  ],
};
