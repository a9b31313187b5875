import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** An account at the provider. */
export interface ProviderAccount {
  readonly sub: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly amr?: readonly string[];
}

/** A certified provider on this machine that a test can stop early, at which the browser is signed in as `account` without any form. */
export interface RealProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  account: ProviderAccount;
}

/**
 * @param redirectUris where the browser may be sent back to
 * @param now when sign-ins take place, for tests that advance the clock of core
 */
export async function startRealProvider(
  redirectUris: readonly string[],
  now = () => new Date(),
): Promise<RealProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'gatewarden', secret: 'a-secret-of-the-client' };
  const accounts = new Map<string, ProviderAccount>();

  const oidc = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [...redirectUris] }],
    claims: {
      openid: ['sub', 'amr', 'acr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    // tests advance the clock of core by hours
    ttl: { IdToken: 24 * 60 * 60 },
    conformIdTokenClaims: true,
    cookies: { keys: ['test'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...accounts.get(id)?.claims }),
    }),
  });

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) return void finishInteraction().catch(() => response.destroy());
    return oidc.callback()(request, response);

    async function finishInteraction(): Promise<void> {
      const { params, session } = await oidc.interactionDetails(request, response);
      const { sub, amr = [] } = provider.account;
      accounts.set(sub, provider.account);
      const grant = new oidc.Grant({ accountId: session?.accountId ?? sub, clientId: String(params['client_id']) });
      grant.addOIDCScope(String(params['scope']));
      const login = { accountId: sub, amr: [...amr], ts: Math.floor(now().getTime() / 1_000) };
      const result = { login, consent: { grantId: await grant.save() } };
      await oidc.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
  });

  const provider: RealProvider = {
    issuer,
    client,
    account: { sub: 'unused', claims: {} },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}
