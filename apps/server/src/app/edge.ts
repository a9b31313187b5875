import type { Config } from '../platform/config/config.ts';
import { startEdgeServer } from '../platform/http/edge-server.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Features } from './features.ts';
import { version } from './version.ts';

interface Dependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** `edgeUrl` is set once the port is known. */
  readonly address: { readonly edgeUrl: string };
}

/** Listens for programs that are not signed in, if a port is configured; undefined otherwise. */
export async function startEdge({ all }: Pick<Features, 'all'>, { config, clock, log, address }: Dependencies) {
  const { edgePort: port, edgeHost: host, trustedProxies } = config;
  if (port === undefined) return undefined;
  return startEdgeServer({
    port,
    host,
    trustedProxies,
    version,
    clock,
    log: log.child({ part: 'edge' }),
    isHttps: () => address.edgeUrl.startsWith('https:'),
    addRoutes: (router) => {
      for (const feature of all) feature.addEdgeRoutes?.(router);
    },
  });
}
