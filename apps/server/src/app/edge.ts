import type { Config } from '../platform/config/config.ts';
import { createEdgeCalls } from '../platform/http/edge-calls.ts';
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

const edgeFiles = new URL('../../../console/edge/dist/', import.meta.url);

/** Listens for people and programs that are not signed in, if a port is configured; undefined otherwise. */
export async function startEdge({ all }: Pick<Features, 'all'>, { config, clock, log, address }: Dependencies) {
  const { edgePort: port, edgeHost: host, trustedProxies } = config;
  if (port === undefined) return undefined;
  const edgeLog = log.child({ part: 'edge' });
  const calls = createEdgeCalls({ clock, log: edgeLog }, (router) => {
    for (const feature of all) feature.addEdgeRoutes?.(router);
  });
  const isHttps = () => address.edgeUrl.startsWith('https:');
  return startEdgeServer({ port, host, trustedProxies, version, isHttps, log: edgeLog, calls, files: edgeFiles });
}
