import { type Client, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { GatewayService } from '@gatewarden/contract/gateway/v1';
import { coreServerName } from './core-address.ts';

/** One connection to core, over which only the holder of the pinned authority's key can answer. */
export interface CoreLink extends Disposable {
  readonly client: Client<typeof GatewayService>;
  /** Resolves once the handshake is done; anything sent before would do the same. @throws what prevented it */
  connect(): Promise<void>;
}

/** How soon a core that went away without a word is noticed: at most the sum of the two. */
const pingIntervalMs = 10_000;
const pingTimeoutMs = 5000;
const connectTimeoutMilliseconds = 10_000;

/** @param core `host:port` @param ca the pinned authority as PEM */
export function openCoreLink(core: string, ca: string): CoreLink {
  const baseUrl = `https://${core}`;
  const tls = { ca: [ca], servername: coreServerName, minVersion: 'TLSv1.2' as const };
  const manager = new Http2SessionManager(baseUrl, { pingIntervalMs, pingTimeoutMs }, tls);
  const client = createClient(GatewayService, createGrpcTransport({ baseUrl, sessionManager: manager }));
  return {
    client,
    connect: async () => {
      const timer = setTimeout(() => manager.abort(new Error(`${core} does not answer`)), connectTimeoutMilliseconds);
      try {
        if ((await manager.connect()) === 'error') throw manager.error();
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.dispose]: () => manager.abort(),
  };
}
