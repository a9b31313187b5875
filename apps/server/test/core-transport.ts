import type { Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { createCoreSession } from '@gatewarden/link/core-session';

/** Longer than a test: no ping after the first one. */
const pingMilliseconds = 600_000;

/**
 * One connection to core, with the session of agents. The session manager of the client library ends the process with an
 * uncaught error when it is aborted while it closes a connection that core has ended.
 * @param core `host:port`
 * @param ca the authority as PEM
 */
export function openCoreTransport(core: string, ca: string): { readonly transport: Transport; close(): void } {
  const { hostname: host, port } = new URL(`https://${core}`);
  const sessionManager = createCoreSession({
    endpoint: { host, port: Number(port), label: core },
    ca,
    pingInterval: pingMilliseconds,
    pingTimeout: pingMilliseconds,
  });
  const transport = createGrpcTransport({ baseUrl: sessionManager.authority, sessionManager });
  return { transport, close: () => sessionManager.abort(new Error('the test closed the connection')) };
}
