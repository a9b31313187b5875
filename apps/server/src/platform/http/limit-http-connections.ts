import type { FastifyInstance } from 'fastify';
import { type ConnectionLimits, createConnectionLimit } from '../connections/connection-limit.ts';
import { createProxyCheck } from './trusted-proxies.ts';

/**
 * A browser has six connections and reconnects by itself; an office behind one address has hundreds of browsers. Each
 * connection of a stranger costs some 40 kB at most.
 */
const defaults: ConnectionLimits = {
  max: 4096,
  maxPerNetwork: 1024,
  maxUnauthenticated: 512,
  reservedForFamiliar: 128,
  maxUnauthenticatedPerNetwork: 128,
  graceMilliseconds: 2_000,
};

/**
 * Bounds the connections of each client and of all. A connection is a stranger's unless a request that passed the sign-in
 * check is being answered on it. Trusted proxies bring the requests of many, so only the totals apply to them.
 */
export function limitHttpConnections(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  limits: Partial<ConnectionLimits> = {},
): void {
  const isShared = createProxyCheck(trustedProxies);
  const connections = createConnectionLimit({ ...defaults, isShared, ...limits });
  app.server.on('connection', connections.add);
  // the router checks the sign-in in onRequest
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.authenticated) connections.markAuthenticated(request.raw.socket);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.authenticated) connections.markUnauthenticated(request.raw.socket);
    done();
  });
}
