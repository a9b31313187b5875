import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import { DomainError } from '@gatewarden/contract/errors';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { type ConnectionLimits, createConnectionLimit } from '../connections/connection-limit.ts';
import { addressBlockOf } from '../crypto/address-block.ts';
import { explainListenFailure } from '../explain-listen-failure.ts';
import { createFailureLimit } from '../grpc/failure-limit.ts';
import { createTokenBuckets, type Rate } from '../limits/token-buckets.ts';
import type { Log } from '../log/log.ts';
import { callerAddressOf } from './caller-address.ts';
import { createProxyCheck } from './trusted-proxies.ts';

/** A request of a program on a device or at an employee, who is not signed in. */
export interface EdgeCall<Body> {
  readonly body: Body;
  /** The token that `session` of an earlier answer of these calls contained; undefined if there is none. */
  readonly session: string | undefined;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

export interface EdgeAnswer {
  readonly body: object;
  /** Set as a cookie, or removed with null; absent: unchanged. */
  readonly session?: { readonly token: string; readonly expiresAt: Date } | null;
}

/** Which sessions do not mix: each has a cookie of its own. Interface reference, wire §13.4. */
export type EdgeSession = 'enrollment' | 'password_reset';

/** Adds calls below `/api/v1`. */
export interface EdgeRouter {
  /** `session` is `enrollment` if absent. */
  post<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    handler: (call: EdgeCall<z.output<Schema>>) => Promise<EdgeAnswer>,
    session?: EdgeSession,
  ): void;
}

interface Options {
  readonly port: number;
  readonly host: string;
  readonly trustedProxies: readonly string[];
  readonly version: string;
  /** Whether clients reach the listener over https, so that cookies are Secure. */
  readonly isHttps: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly addRoutes: (router: EdgeRouter) => void;
}

const bodyBytes = 16_384;
const timeoutMilliseconds = 10_000;
/** A client needs one connection for a few milliseconds; a network behind one address has many clients. */
const connectionLimits: ConnectionLimits = {
  max: 1024,
  maxPerNetwork: 128,
  maxUnauthenticated: 1024,
  reservedForKnown: 128,
  maxUnauthenticatedPerNetwork: 128,
  graceMilliseconds: 2_000,
};
/** Of one address: 600 clients ask every 30 seconds. */
const requestRate: Rate = { burst: 200, perSecond: 20 };
/** Clients require the first by its name (wire §18). */
const sessionCookies = { enrollment: 'defguard_proxy', password_reset: 'defguard_proxy_password_reset' } as const;

/** Errors that a caller gets who guesses tokens. */
const guessedTokens: ReadonlySet<string> = new Set(['enrollment_token_invalid', 'enrollment_session_ended']);

/** The statuses of wire §13.2; other errors are not described to strangers. */
const statuses: Readonly<Record<string, number>> = {
  enrollment_token_invalid: 401,
  user_disabled: 403,
  device_suspended: 403,
  module_disabled: 403,
  public_key_invalid: 400,
  public_key_of_location: 400,
  public_key_taken: 400,
  device_not_found: 400,
  device_name_taken: 400,
  device_name_missing: 400,
  device_limit_reached: 400,
  no_location: 400,
  address_pool_exhausted: 400,
  device_management_restricted: 403,
  enrollment_token_expired: 401,
  enrollment_token_of_other_kind: 403,
  enrollment_session_ended: 401,
  already_enrolled: 400,
  phone_invalid: 400,
  password_weak: 400,
  managed_elsewhere: 400,
  rate_limited: 429,
};
const texts: Readonly<Record<string, string>> = {
  enrollment_token_invalid: 'invalid token',
  enrollment_token_expired: 'token expired',
  enrollment_token_of_other_kind: 'invalid token',
  enrollment_session_ended: 'the session has ended',
  already_enrolled: 'the account already has a password',
  phone_invalid: 'invalid phone number',
  password_weak: 'password not strong enough',
  managed_elsewhere: 'the directory has the password of the account',
  rate_limited: 'too many requests',
  user_disabled: 'the account is disabled',
  device_suspended: 'the device is suspended',
  module_disabled: 'the VPN is switched off',
  public_key_invalid: 'invalid public key',
  public_key_of_location: 'the public key belongs to a location',
  public_key_taken: 'the public key is already in use',
  device_not_found: 'the device does not exist',
  device_name_taken: 'a device of this name exists',
  device_name_missing: 'the device needs a name',
  device_limit_reached: 'the account has the largest number of devices',
  no_location: 'there is no location',
  address_pool_exhausted: 'a location has no free address',
  device_management_restricted: 'only administrators add devices',
};

/**
 * The HTTP interface for programs that are not signed in, on a listener of its own, which can be reachable from networks
 * from which the console is not. An address (IPv6: a /64) with 20 refused tokens in a minute is refused for the rest of
 * it, and so is one with too many requests; both before the body is parsed.
 * @throws StartError if it cannot listen
 */
export async function startEdgeServer(options: Options) {
  const { port, host, version, addRoutes } = options;
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytes,
    requestTimeout: timeoutMilliseconds,
    connectionTimeout: 2 * timeoutMilliseconds,
    keepAliveTimeout: timeoutMilliseconds,
    http: { headersTimeout: timeoutMilliseconds },
    forceCloseConnections: true,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
  });
  const isShared = createProxyCheck(options.trustedProxies);
  app.server.on('connection', createConnectionLimit({ ...connectionLimits, isShared }).add);
  await app.register(cookie);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not found'));
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => answerError(reply, error, options.log));
  app.get('/api/v1/health', async () => 'alive');
  app.get('/api/v1/info', async () => ({ version }));
  addRoutes(createRouter(app, options));
  await app.listen({ port, host }).catch(explainListenFailure({ port, host, prefix: 'GATEWARDEN_EDGE' }));
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}

function createRouter(app: FastifyInstance, { clock, isHttps }: Options): EdgeRouter {
  const failures = createFailureLimit(clock);
  const requests = createTokenBuckets(clock.elapsedMilliseconds);
  app.addHook('onRequest', async (request, reply) => {
    const address = addressBlockOf(callerAddressOf(request));
    if (requests.take(address, requestRate) > 0) return refuse(reply, 429, 'too many requests');
    return failures.isReached(address) ? refuse(reply, 429, 'too many invalid tokens') : undefined;
  });
  return {
    post(path, schema, handler, kind = 'enrollment') {
      const sessionCookie = sessionCookies[kind];
      app.post(`/api/v1${path}`, async (request, reply) => {
        const ip = callerAddressOf(request);
        const body = schema.safeParse(request.body);
        if (!body.success) return refuse(reply, 422, 'invalid request');
        const session = request.cookies[sessionCookie];
        const call = { body: body.data, session, ip, userAgent: request.headers['user-agent'] };
        try {
          const answer = await handler(call);
          if (answer.session === null) reply.clearCookie(sessionCookie, { path: '/' });
          else if (answer.session) {
            const { token, expiresAt: expires } = answer.session;
            const flags = { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps() } as const;
            reply.setCookie(sessionCookie, token, { ...flags, expires });
          }
          return reply.send(answer.body);
        } catch (error) {
          if (error instanceof DomainError && guessedTokens.has(error.code)) failures.count(addressBlockOf(ip));
          throw error;
        }
      });
    },
  };
}

function answerError(reply: FastifyReply, error: { statusCode?: number }, log: Log): FastifyReply {
  if (error instanceof DomainError) {
    const status = statuses[error.code];
    if (status !== undefined) return refuse(reply, status, texts[error.code] ?? '');
  }
  const { statusCode = 500 } = error;
  if (statusCode < 500) return refuse(reply, statusCode, 'invalid request');
  log.error({ err: error }, 'a request of a client of a device failed');
  return refuse(reply, 500, 'Internal server error');
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  if (status === 429) reply.header('retry-after', '60');
  return reply.code(status).send({ error });
}
