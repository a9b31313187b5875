import type { FastifyInstance } from 'fastify';
import { type ConnectionLimits, createConnectionLimit } from '../connections/connection-limit.ts';
import { accountOf } from './guard.ts';
import { createProxyCheck } from './trusted-proxies.ts';

/**
 * A browser has six connections and reconnects by itself; an office behind one address has hundreds of browsers. Each
 * connection of a stranger costs some 40 kB at most.
 */
const defaults: ConnectionLimits = {
  max: 4096,
  maxPerNetwork: 1024,
  maxUnauthenticated: 512,
  reservedForKnown: 128,
  maxUnauthenticatedPerNetwork: 128,
  // more than a browser or script has in flight; with those of their API tokens, eight users are needed to fill all
  maxPerUser: 256,
  graceMilliseconds: 2_000,
};

/**
 * Bounds the connections of each client, each user and all. A connection is a stranger's unless a request that passed the
 * sign-in check and was read to its end is being answered on it: an unfinished body costs the sender nothing. Trusted proxies
 * bring the requests of many, so only the totals and the bound of each user apply to them.
 */
export function limitHttpConnections(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  limits: Partial<ConnectionLimits> = {},
): void {
  const isShared = createProxyCheck(trustedProxies);
  const connections = createConnectionLimit({ ...defaults, isShared, ...limits });
  app.server.on('connection', connections.add);
  // the router checks the sign-in in onRequest; by now the body has been read
  app.addHook('preHandler', (request, _reply, done) => {
    const { authenticated } = request;
    // after the password alone, the sender still counts as a stranger
    if (authenticated && authenticated.state !== 'password') {
      connections.markAuthenticated(request.raw.socket, accountOf(authenticated));
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.authenticated) connections.markUnauthenticated(request.raw.socket);
    done();
  });
}
