import { type Guide, shellWord } from './guide.ts';

/** The API server of Kubernetes, and kubectl with the plugin `oidc-login`, which listens on these ports. */
export const kubernetes: Guide = {
  template: { kind: 'public', scope: ['openid', 'profile', 'email', 'groups', 'offline_access'], requires_pkce: true },
  redirects: () => ['http://localhost:8000', 'http://localhost:18000'],
  blocks: ({ provider, clientId, scope }) => [
    {
      place: 'file',
      path: '/etc/kubernetes/authentication.yaml',
      text: `apiVersion: apiserver.config.k8s.io/v1beta1
kind: AuthenticationConfiguration
jwt:
  - issuer:
      url: ${provider.issuer}
      audiences:
        - ${clientId}
    claimMappings:
      username:
        claim: preferred_username
        prefix: "oidc:"
      groups:
        claim: groups
        prefix: "oidc:"
`,
    },
    {
      place: 'values',
      text: '--authentication-config=/etc/kubernetes/authentication.yaml\n',
    },
    {
      place: 'command',
      text: `kubectl krew install oidc-login
kubectl config set-credentials gatewarden \\
  --exec-api-version=client.authentication.k8s.io/v1 \\
  --exec-interactive-mode=Never \\
  --exec-command=kubectl \\
  --exec-arg=oidc-login \\
  --exec-arg=get-token \\
  --exec-arg=${shellWord(`--oidc-issuer-url=${provider.issuer}`)} \\
  --exec-arg=${shellWord(`--oidc-client-id=${clientId}`)} \\
${scope
  .filter((one) => one !== 'openid')
  .map((one) => `  --exec-arg=${shellWord(`--oidc-extra-scope=${one}`)}`)
  .join(' \\\n')}
kubectl config set-context --current --user=gatewarden
`,
    },
  ],
};
