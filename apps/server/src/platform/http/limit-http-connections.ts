import { type ConnectionLimits, createConnectionLimit } from '@gatewarden/listener/connections/connection-limit';
import { createProxyCheck } from '@gatewarden/listener/trusted-proxies';
import type { FastifyInstance } from 'fastify';
import { accountOf } from './guard.ts';

/**
 * A browser has six connections and reconnects by itself; an office behind one address has hundreds of browsers. An
 * unauthenticated connection costs at most about 40 kB.
 */
const defaults: ConnectionLimits = {
  max: 4096,
  maxPerNetwork: 1024,
  maxUnauthenticated: 512,
  reservedForKnown: 128,
  maxUnauthenticatedPerNetwork: 128,
  // more than a browser or script has in flight; with the connections of their API tokens, eight users are needed to
  // reach the maximum
  maxPerUser: 256,
  graceMilliseconds: 2_000,
};

/**
 * Limits the connections of each client, each user and all. A connection counts as authenticated only while it answers
 * a request that passed the sign-in check and was read completely: an unfinished body costs its sender nothing. Trusted
 * proxies forward requests of many clients, so only the total limits and the limit of each user apply to them.
 */
export function limitHttpConnections(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  limits: Partial<ConnectionLimits> = {},
): void {
  const isShared = createProxyCheck(trustedProxies);
  const connections = createConnectionLimit({ ...defaults, isShared, ...limits });
  app.server.on('connection', connections.add);
  // the router checks the sign-in in onRequest; at this point the body has been read
  app.addHook('preHandler', (request, _reply, done) => {
    const { authenticated, protocolAccount } = request;
    // with the password alone, the sender still counts as unauthenticated
    const isSignedIn = authenticated && authenticated.state !== 'password';
    const account = isSignedIn ? accountOf(authenticated) : protocolAccount;
    if (account !== undefined) connections.markAuthenticated(request.raw.socket, account);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.authenticated || request.protocolAccount) connections.markUnauthenticated(request.raw.socket);
    done();
  });
}
