import type { ProviderTest } from '@gatewarden/contract/identity-providers';
import type { OpenidClient } from './openid-client.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Reads what a provider supports. A failure is a result too, for the administrator who sets the provider up. */
export type TestProvider = (baseUrl: string) => Promise<ProviderTest>;

interface Dependencies {
  readonly client: Pick<OpenidClient, 'discover'>;
  readonly redirectUris: () => string[];
}

/** Of lists and texts that providers send. */
const maxItems = 100;
const maxLength = 512;

export function createTestProvider({ client, redirectUris }: Dependencies): TestProvider {
  const empty = () => ({
    reason: null,
    host: null,
    detail: null,
    issuer: null,
    authorization_endpoint: null,
    token_endpoint: null,
    userinfo_endpoint: null,
    scopes: [],
    claims: [],
    redirect_uris: redirectUris(),
  });
  return async (baseUrl) => {
    try {
      const found = await client.discover(baseUrl);
      return {
        ...empty(),
        success: true,
        issuer: shorten(found.issuer),
        authorization_endpoint: shorten(found.authorization_endpoint),
        token_endpoint: shorten(found.token_endpoint),
        userinfo_endpoint: shorten(found.userinfo_endpoint),
        scopes: listTexts(found.scopes_supported),
        claims: listTexts(found.claims_supported),
      };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const { reason, host, detail } = error;
      return { ...empty(), success: false, reason, host, detail };
    }
  };
}

function shorten(text: unknown): string | null {
  return typeof text === 'string' ? text.slice(0, maxLength) : null;
}

function listTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.slice(0, maxItems).flatMap((text) => shorten(text) ?? []) : [];
}
