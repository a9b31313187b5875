import { timingSafeEqual } from 'node:crypto';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Signer } from '../../../platform/crypto/signer.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { OutboundFetch } from '../../../platform/outbound/outbound.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { AppRow } from '../openid-apps.queries.ts';
import { customClaims, scopeClaims, subjectClaim } from './account-claims.ts';
import { loadAccount } from './accounts.ts';
import { acr, createAdapter } from './adapter.ts';
import type { AppCache } from './app-cache.ts';
import { appKey, toClientMetadata } from './client-metadata.ts';
import { interactionPath, issuerOf, providerPaths } from './endpoints.ts';
import { loadGrant } from './grants.ts';
import { appOf, createPolicy } from './policy.ts';
import * as pages from './provider-pages.ts';
import { rememberVersion, type SignedInSession } from './request-context.ts';
import type { PrivateJwk } from './signing-keys.ts';
import type { StoreConsent } from './store-consent.ts';
import { createTokenExchange } from './token-exchange.ts';

export interface ProviderDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly log: Log;
  readonly storeConsent: StoreConsent;
  readonly apps: AppCache;
  readonly fetch: OutboundFetch;
  /** Ends the Gatewarden session of the request. */
  readonly endSession: (session: SignedInSession) => Promise<void>;
}

export const cookieNames = {
  session: 'gatewarden_openid_session',
  interaction: 'gatewarden_openid_interaction',
  resume: 'gatewarden_openid_resume',
} as const;

/** Enough to sign in, fetch a phone and read what the application asks for. */
const interactionSeconds = 30 * 60;
const day = 86_400;

type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>;

/** The OpenID provider of the instance at `url`, which signs with the first of `keys` for each algorithm. */
export function createProvider(url: string, keys: readonly PrivateJwk[], dependencies: ProviderDependencies): Provider {
  const provider = new Provider(issuerOf(url), configure(keys, dependencies));
  // the handler of the product sets the forwarded headers itself
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => dependencies.log.error({ err: error }, 'an OpenID request failed'));
  provider.use(createTokenExchange(dependencies));
  compareHashedSecrets(provider, dependencies.clock);
  addCustomClaims(provider);
  deferLogoutTokens(provider);
  // the id of a session is not a secret; see the adapter
  Object.assign(provider.Session.prototype, { resetIdentifier() {} });
  return provider;
}

function configure(keys: readonly PrivateJwk[], dependencies: ProviderDependencies): Configuration {
  const { db, clock, signer, apps, fetch, endSession } = dependencies;
  const findClient = async (clientId: string) => {
    const app = await apps.find(clientId);
    if (app) rememberVersion(clientId, app.version);
    return app && toClientMetadata(app);
  };
  return {
    adapter: createAdapter({ db, clock, signer, findClient, endSession }),
    jwks: { keys: [...keys] as never },
    routes: providerPaths,
    scopes: ['openid', 'offline_access', 'profile', 'email', 'phone', 'groups'],
    claims: { ...scopeClaims, acr: null, amr: null, auth_time: null, sid: null, iss: null },
    acrValues: Object.values(acr),
    responseTypes: ['code'],
    subjectTypes: ['public'],
    // the interface has the claims of the scopes in the ID token too
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    allowOmittingSingleRegisteredRedirectUri: false,
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256', 'EdDSA'],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    },
    extraClientMetadata: { properties: [appKey] },
    extraParams: ['allow'],
    cookies: {
      names: cookieNames,
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    pkce: { required: (_ctx, client) => appOf(client as never).requires_pkce },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false } as never,
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      pushedAuthorizationRequests: { enabled: true },
      claimsParameter: { enabled: true },
      backchannelLogout: { enabled: true },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        userCodeInputSource: pages.askUserCode,
        userCodeConfirmSource: pages.confirmUserCode as never,
        successSource: pages.showDeviceConnected,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.confirmLogout,
        postLogoutSuccessSource: pages.showLoggedOut,
      },
    },
    ttl: {
      AccessToken: (_ctx, _token, client) => appOf(client as never).access_token_minutes * 60,
      ClientCredentials: (_ctx, _token, client) => appOf(client as never).access_token_minutes * 60,
      AuthorizationCode: 60,
      DeviceCode: 600,
      IdToken: 3600,
      Interaction: interactionSeconds,
      RefreshToken: (_ctx, _token, client) => appOf(client as never).refresh_token_days * day,
      Grant: 366 * day,
      Session: 3600,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // with `offline_access`, the user agreed to access that outlasts the session
    expiresWithSession: (_ctx, token) => !token.scopes.has('offline_access'),
    findAccount: async (ctx, subject) => {
      const { client } = ctx.oidc;
      const account = client && (await loadAccount(db, subject, appOf(client as never)));
      // during authorization the user is told; a token stops working
      const isAuthorization = ctx.oidc.route === 'authorization' || ctx.oidc.route === 'resume' || isDevice(ctx);
      return account && (account.row.may_use || isAuthorization) ? account : undefined;
    },
    loadExistingGrant: (ctx) => loadGrant(dependencies, ctx),
    interactions: { policy: createPolicy(), url: (_ctx, interaction) => interactionPath(interaction.uid) },
    clientBasedCORS: (_ctx, origin, client) => isOriginOf(client as unknown as Client, origin),
    renderError: pages.createRenderError(apps),
    fetch: ((url: string | URL, options: Parameters<OutboundFetch>[1]) => fetch(String(url), options)) as never,
  };
}

const isDevice = (ctx: KoaContextWithOIDC) => /^(code_verification|device_resume)$/.test(ctx.oidc.route);

/** Only applications that run in the browser call from one. */
function isOriginOf(client: Client, origin: string): boolean {
  if (client.clientAuthMethod !== 'none') return false;
  return (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin);
}

/** Secrets are stored as hashes; the former one is accepted for a while. */
function compareHashedSecrets(provider: Provider, clock: Clock): void {
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { [appKey]: AppRow }, secret: string): boolean {
      const { secret_hash, former_secret_hash, former_secret_until } = this[appKey];
      const hash = hashToken(secret);
      const isFormerAccepted = former_secret_until !== null && former_secret_until > clock.now();
      return isEqual(hash, secret_hash) || (isFormerAccepted && isEqual(hash, former_secret_hash));
    },
  });
}

function isEqual(hash: Buffer, stored: Buffer | null): boolean {
  return stored !== null && stored.length === hash.length && timingSafeEqual(hash, stored);
}

interface ClaimsPrototype {
  readonly available: Readonly<Record<string, unknown>>;
  result(): Promise<Record<string, unknown>>;
}

/** The library only passes on claims that a scope lists; those that an administrator added depend on the application. */
function addCustomClaims(provider: Provider): void {
  const prototype = (provider as unknown as { Claims: { prototype: ClaimsPrototype } }).Claims.prototype;
  const { result } = prototype;
  prototype.result = async function addCustom() {
    const { [customClaims]: custom, [subjectClaim]: sub } = this.available;
    const claims = await result.call(this);
    // absent where the library selects claims without an account, such as those of a logout token
    if (sub === undefined) return claims;
    return { ...Object(custom), ...claims, ...('sub' in claims && { sub }) };
  };
}

/** The library sends logout tokens only at its own logout; a job sends them for every session that ends. */
function deferLogoutTokens(provider: Provider): void {
  const { prototype } = provider.Client as unknown as { prototype: Record<string, unknown> };
  Object.assign(prototype, { sendLogout: prototype['backchannelLogout'], backchannelLogout: async () => undefined });
}
