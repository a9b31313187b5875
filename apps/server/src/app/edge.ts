import type { EdgeCalls } from '@gatewarden/listener/edge-calls';
import { startEdgeServer } from '@gatewarden/listener/edge-server';
import type { ServerTls } from '@gatewarden/listener/server-tls';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { explainListenFailure, isPortInUse } from '../platform/explain-listen-failure.ts';
import { createEdgeCalls } from '../platform/http/edge-calls.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Features } from './features.ts';
import { version } from './version.ts';

interface Dependencies {
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** `edgeUrl` is set once the port is known. */
  readonly address: { readonly edgeUrl: string };
  /** Undefined: without TLS. */
  readonly tls: ServerTls | undefined;
}

const edgeFiles = new URL('../../../console/edge/dist/', import.meta.url);

/** What people and programs call who are not signed in, wherever they are received. */
export function createCalls(
  { all }: Pick<Features, 'all'>,
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
): EdgeCalls {
  return createEdgeCalls({ db, clock, log: log.child({ part: 'edge' }) }, (newRouter) => {
    for (const feature of all) feature.addEdgeRoutes?.(newRouter());
  });
}

/**
 * Listens for people and programs that are not signed in. Undefined if it is switched off, or if another program uses the
 * default port: who did not ask for the listener can start without it.
 */
export async function startEdge(calls: EdgeCalls, dependencies: Omit<Dependencies, 'db' | 'clock'>) {
  const { config, address, tls } = dependencies;
  const { edgePort: port, edgeHost: host, trustedProxies } = config;
  if (port === undefined) return undefined;
  const log = dependencies.log.child({ part: 'edge' });
  const isHttps = () => address.edgeUrl.startsWith('https:');
  const options = { port, host, trustedProxies, version, isHttps, tls };
  try {
    return await startEdgeServer({ ...options, log, calls, files: edgeFiles }).catch(
      explainListenFailure({ port, host, prefix: 'GATEWARDEN_EDGE' }),
    );
  } catch (error) {
    if (!config.isEdgePortDefault || !isPortInUse(error)) throw error;
    log.warn({ port }, 'core does not listen for clients, because another program uses the port');
    return undefined;
  }
}
