import type { Config } from '../platform/config/config.ts';
import { explainListenFailure } from '../platform/explain-listen-failure.ts';
import { startRedirectServer } from '../platform/tls/redirect-server.ts';
import type { Features } from './features.ts';

interface Dependencies {
  readonly config: Pick<Config, 'redirectPort' | 'redirectHost'>;
  readonly address: { readonly url: string; readonly edgeUrl: string };
}

/** Redirects from http to https and answers HTTP-01 challenges, if a port is configured; undefined otherwise. */
export async function startRedirect(
  { findChallenge }: Pick<Features, 'findChallenge'>,
  { config, address }: Dependencies,
) {
  const { redirectPort: port, redirectHost: host } = config;
  if (port === undefined) return undefined;
  const targets = () => [address.url, address.edgeUrl].filter((url) => url.startsWith('https:'));
  return startRedirectServer({ port, host, targets, findChallenge }).catch(
    explainListenFailure({ port, host, prefix: 'GATEWARDEN_REDIRECT' }),
  );
}
