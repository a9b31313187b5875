import * as openid from 'openid-client';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FlowSecrets } from './flows.ts';
import { createMetadataCache } from './metadata-cache.ts';
import { ProviderFailure, toProviderFailure } from './provider-failure.ts';
import type { ProviderRow } from './providers.queries.ts';
import { type Claims, type ExternalAccount, needsUserinfo, readClaims } from './read-claims.ts';

type Metadata = Readonly<openid.ServerMetadata>;

interface Answer {
  readonly code: string;
  /** RFC 9207. */
  readonly iss: string | undefined;
}

/** The protocol towards providers. Each call has bounded time and size, and follows no redirect. */
export interface OpenidClient {
  /** Reads what the provider supports, now. @throws ProviderFailure */
  discover(baseUrl: string): Promise<Metadata>;
  /** Whether `authorizationUrl` calls no one. */
  isKnown(provider: Pick<ProviderRow, 'base_url'>): boolean;
  /**
   * Where the browser signs in. `fresh`: an existing session at the provider must not be enough.
   * @throws ProviderFailure
   */
  authorizationUrl(
    provider: ProviderRow,
    flow: FlowSecrets,
    target: { readonly redirectUri: string; readonly fresh?: boolean },
  ): Promise<string>;
  /**
   * Exchanges the code, and validates the ID token with its signature and everything that binds it. With `signedInSince`, refuses
   * a sign-in before it and one in the future, if the provider says when it was.
   * @throws ProviderFailure
   */
  redeem(
    provider: ProviderRow,
    secret: string,
    exchange: {
      readonly answer: Answer;
      readonly flow: FlowSecrets;
      readonly redirectUri: string;
      readonly signedInSince?: Date | undefined;
    },
  ): Promise<ExternalAccount>;
}

interface Dependencies {
  readonly outbound: Pick<Outbound, 'fetchWith' | 'isListedHost'>;
  readonly clock: Clock;
}

const limits = { maxBytes: 512 * 1024, connectMilliseconds: 5_000, totalMilliseconds: 8_000 };
/** How far the clock of a provider may differ. */
const toleranceSeconds = 30;
/** Longer than any standard allows (OpenID Connect Core §2: 255). */
const maxSubjectLength = 255;

export function createOpenidClient({ outbound, clock }: Dependencies): OpenidClient {
  const fetch = outbound.fetchWith(limits);
  const cached = createMetadataCache(clock, discover);

  /** Only hosts that the operator lists may be called without TLS. */
  const isPlainAllowed = (url: URL) => url.protocol === 'http:' && outbound.isListedHost(url.hostname);

  function requireSecure(text: string | undefined, host: string, name: string): void {
    const url = URL.parse(text ?? '');
    if (!url) throw new ProviderFailure('invalid', host, name);
    if (url.protocol !== 'https:' && !isPlainAllowed(url)) throw new ProviderFailure('insecure', host, name);
  }

  async function discover(baseUrl: string): Promise<Metadata> {
    const url = new URL(baseUrl);
    requireSecure(baseUrl, url.host, 'base_url');
    const execute = isPlainAllowed(url) ? [openid.allowInsecureRequests] : [];
    const options = { [openid.customFetch]: fetch, execute, timeout: 10 };
    try {
      // the client id is not sent
      const metadata = (await openid.discovery(url, 'discovery', undefined, openid.None(), options)).serverMetadata();
      requireSecure(metadata.authorization_endpoint, url.host, 'authorization_endpoint');
      requireSecure(metadata.token_endpoint, url.host, 'token_endpoint');
      requireSecure(metadata.jwks_uri, url.host, 'jwks_uri');
      // the issuer of all tenants together, whose tokens would each have another one
      if (metadata.issuer.includes('{')) throw new ProviderFailure('invalid', url.host, 'issuer');
      return metadata;
    } catch (error) {
      throw toProviderFailure(error, url.host);
    }
  }

  function configure(metadata: Metadata, provider: ProviderRow, secret?: string): openid.Configuration {
    const methods = metadata.token_endpoint_auth_methods_supported;
    // OpenID Connect Discovery §3: the default is basic authentication
    const isBasic = methods === undefined || methods.includes('client_secret_basic');
    const authentication = isBasic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
    const client = {
      [openid.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
      [openid.clockTolerance]: toleranceSeconds,
    };
    const config = new openid.Configuration(metadata, provider.client_id, client, authentication);
    config[openid.customFetch] = fetch;
    if (isPlainAllowed(new URL(provider.base_url))) openid.allowInsecureRequests(config);
    // verifies signatures; each sign-in reads the keys, so that rotated ones are found
    openid.enableNonRepudiationChecks(config);
    return config;
  }

  async function readUserinfo(config: openid.Configuration, token: string, subject: string): Promise<Claims> {
    if (config.serverMetadata().userinfo_endpoint === undefined) return {};
    return openid.fetchUserInfo(config, token, subject);
  }

  return {
    discover,
    isKnown: ({ base_url }) => cached.has(base_url),
    async authorizationUrl(provider, { state, nonce, codeVerifier }, { redirectUri, fresh = false }) {
      const metadata = await cached.get(provider.base_url);
      const { group_claim, kind, acr_values, trusts_second_factor } = provider;
      const hasGroups = group_claim !== null && metadata.scopes_supported?.includes('groups');
      const parameters = {
        redirect_uri: redirectUri,
        scope: `openid email profile${hasGroups ? ' groups' : ''}`,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // OpenID Connect Core §3.1.2.1; with `max_age`, the ID token says when the person signed in
        ...(fresh && { prompt: 'login', max_age: '0' }),
        // people with several accounts could not choose otherwise; Google refuses `login`
        ...(kind === 'google' && { prompt: 'select_account' }),
        ...(trusts_second_factor && acr_values.length > 0 && { acr_values: acr_values.join(' ') }),
      };
      return openid.buildAuthorizationUrl(configure(metadata, provider), parameters).href;
    },
    async redeem(provider, secret, { answer, flow, redirectUri, signedInSince }) {
      const { host } = new URL(provider.base_url);
      try {
        const config = configure(await cached.get(provider.base_url), provider, secret);
        const url = new URL(redirectUri);
        url.searchParams.set('code', answer.code);
        url.searchParams.set('state', flow.state);
        if (answer.iss !== undefined) url.searchParams.set('iss', answer.iss);
        const tokens = await openid.authorizationCodeGrant(config, url, {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.codeVerifier,
          idTokenExpected: true,
        });
        const idToken: Claims = { ...tokens.claims() };
        requireOwnToken(idToken, provider.client_id, host);
        if (signedInSince) requireFreshSignIn(idToken, { since: signedInSince, now: clock.now() }, host);
        const subject = String(idToken['sub']);
        const reading = { groupClaim: provider.group_claim, acrValues: provider.acr_values };
        const isIncomplete = needsUserinfo(idToken, reading);
        const userinfo = isIncomplete ? await readUserinfo(config, tokens.access_token, subject) : {};
        return readClaims(idToken, userinfo, reading);
      } catch (error) {
        throw toProviderFailure(error, host);
      }
    },
  };
}

/** What the library leaves to us: a token for another party (OpenID Connect Core §3.1.3.7, 4 and 5), and an unusable subject. */
function requireOwnToken({ sub, azp }: Claims, clientId: string, host: string): void {
  if (azp !== undefined && azp !== clientId) throw new ProviderFailure('invalid', host, 'azp');
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength || /[^\x20-\x7e]/.test(sub))
    throw new ProviderFailure('invalid', host, 'sub');
}

/** OpenID Connect Core §2: seconds. Some providers do not say when a person signed in. */
function requireFreshSignIn(
  { auth_time: at }: Claims,
  { since, now }: { readonly since: Date; readonly now: Date },
  host: string,
): void {
  if (at === undefined || at === null) return;
  if (typeof at !== 'number' || at < since.getTime() / 1000 - toleranceSeconds)
    throw new ProviderFailure('stale', host, 'auth_time');
  // it says nothing about when the person signed in
  if (at > now.getTime() / 1000 + toleranceSeconds) throw new ProviderFailure('invalid', host, 'auth_time');
}
