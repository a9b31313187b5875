import type { Log } from '../../platform/log/log.ts';
import { explainFailure } from './answers.ts';
import type { Flow, Flows } from './flows.ts';
import type { OpenidClient } from './openid-client.ts';
import type { ProviderRow } from './providers.queries.ts';

interface AuthInfo {
  /** Where the browser signs in. */
  readonly url: string;
  readonly button_display_name: string | null;
}

/**
 * Begins a sign-in at a provider for the browser with this secret.
 * @throws openid_provider_unreachable, openid_answer_invalid
 */
export type StartFlow = (provider: ProviderRow, flow: Flow, browser: string) => Promise<AuthInfo>;

interface Dependencies {
  readonly log: Log;
  readonly flows: Flows;
  readonly client: OpenidClient;
  readonly redirectUri: () => string;
}

export function createStartFlow({ log, flows, client, redirectUri }: Dependencies): StartFlow {
  return async (provider, flow, browser) => {
    try {
      const url = await client.authorizationUrl(provider, flows.begin(flow, browser), { redirectUri: redirectUri() });
      return { url, button_display_name: provider.display_name };
    } catch (error) {
      throw explainFailure(log, provider.name, error);
    }
  };
}
