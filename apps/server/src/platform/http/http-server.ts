import type { Server as TlsServer } from 'node:tls';
import cookie from '@fastify/cookie';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { ConnectionLimits } from '@gatewarden/listener/connections/connection-limit';
import { toOriginForm } from '@gatewarden/listener/request-target';
import { addResponseHeaders } from '@gatewarden/listener/response-headers';
import type { ServerTls } from '@gatewarden/listener/server-tls';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import type { Log } from '../log/log.ts';
import { answerMalformedRequest } from './answer-malformed-request.ts';
import { documentApi } from './api-docs.ts';
import { unauthenticatedBodyBytes } from './body-limit.ts';
import { describeFailure, type Failure } from './error-body.ts';
import { isNestedDeeperThan } from './json-depth.ts';
import { limitHttpConnections } from './limit-http-connections.ts';
import { type AnswerLimits, limitUnreadAnswers } from './limit-unread-answers.ts';
import { possibleErrors } from './openapi/possible-errors.ts';

export interface HttpOptions {
  readonly log: Log;
  readonly version: string;
  readonly trustedProxies: readonly string[];
  /** Whether the console is reached over https; only then may HSTS be sent. */
  readonly isHttps: () => boolean;
  /** Shown in the API documentation. */
  readonly sessionCookieName: string;
  /** Without TLS if absent. */
  readonly tls?: ServerTls | undefined;
  readonly timeouts?: Timeouts;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly answerLimits?: Partial<AnswerLimits>;
}

interface Timeouts {
  /** Limit for the complete head of a request, from the connection or the previous request. */
  readonly headersMilliseconds: number;
  /** Limit for a complete request. */
  readonly requestMilliseconds: number;
  /** How often both are checked, which is their inaccuracy. */
  readonly checkMilliseconds: number;
}

const defaultTimeouts: Timeouts = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  checkMilliseconds: 1_000,
};
/**
 * Event streams send a heartbeat every 15 s, so a connection without traffic for this long has a reader that stopped
 * reading.
 */
const stalledMilliseconds = 120_000;
/** More than any body of the contract needs, and little for a parser. */
const maxJsonLevels = 32;

/** Creates Fastify with our error answers, security headers, cookies and the API documentation. */
export async function createHttpServer({
  log,
  version,
  trustedProxies,
  isHttps,
  sessionCookieName,
  tls,
  timeouts = defaultTimeouts,
  connectionLimits,
  answerLimits,
}: HttpOptions): Promise<FastifyInstance> {
  const http = {
    // rejected in `requireHost`, with our error body
    requireHostHeader: false,
    headersTimeout: timeouts.headersMilliseconds,
    connectionsCheckingInterval: timeouts.checkMilliseconds,
  };
  const app = fastify({
    loggerInstance: log.child({ part: 'http' }, { serializers: { req: requestForLog } }),
    logController: new LogController({ disableRequestLogging: true }),
    // requests are not logged, so none needs its own logger
    childLoggerFactory: (logger) => logger,
    bodyLimit: unauthenticatedBodyBytes,
    rewriteUrl: toOriginForm,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: timeouts.requestMilliseconds,
    connectionTimeout: stalledMilliseconds,
    ...(tls ? { https: { ...tls.options(), ...http } } : { http }),
    // `prepareStop` rejects requests with our error body
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest,
    forceCloseConnections: 'idle',
    // no additional limit: Node limits the head to 16 KiB, and the contract each parameter
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // an invalid URL is rejected before any hook runs
    frameworkErrors: (error, _request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
      answerFailure(reply, describeFailure(error));
    },
  }) as unknown as FastifyInstance;

  tls?.add(app.server as unknown as TlsServer);
  // the router validates requests with the schemas of the contract
  app.setValidatorCompiler(() => () => true);
  app.decorateRequest('authenticated', undefined);
  app.decorateRequest('protocolAccount', undefined);
  app.decorateRequest('hadBodyAtAdmission', false);
  // Fastify adds up to eight listeners of its own for an unknown path below a folder of files; Node warns above ten
  app.server.on('request', (_request, response) => response.setMaxListeners(20));
  limitUnreadAnswers(app, answerLimits);
  limitHttpConnections(app, trustedProxies, connectionLimits);
  acceptBodies(app);
  answerFailures(app, log);
  addResponseHeaders(app, { version, isHttps });
  requireHost(app);
  await app.register(cookie);
  await documentApi(app, version, sessionCookieName);
  return app;
}

/** Logged if a call answers with an error that its contract does not declare. */
const undeclaredError = 'answered an error that the contract does not declare';

function isDeclared(endpoint: Endpoint | undefined, { status, body }: Failure): boolean {
  if (!endpoint) return true;
  return possibleErrors(endpoint).some((possible) => possible.code === body.code && possible.status === status);
}

function requestForLog(request: FastifyRequest): object {
  // the path without its query, which contains tokens in setup and reset links
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip };
}

/** RFC 9112 §3.2: HTTP/1.1 requires a Host header. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(isMissing ? new DomainError('malformed_request') : undefined);
  });
}

/** Parses JSON if the call has a body; otherwise ignores what is sent. */
function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (!request.routeOptions.config.endpoint?.body) done(null, undefined);
    else if (isNestedDeeperThan(maxJsonLevels, text as string)) {
      done(new DomainError('malformed_json', { reason: `nested deeper than ${maxJsonLevels} levels` }));
    } else void parseJson(request, text as string, done);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.body) return done(new DomainError('unsupported_media_type'));
    payload.resume();
    return done(null, undefined);
  });
}

function answerFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = describeFailure(error, request.routeOptions.config.endpoint?.errorStatus);
    if (failure.unexpected) log.error({ err: error, req: requestForLog(request) }, 'request failed');
    else if (!isDeclared(request.routeOptions.config.endpoint, failure)) {
      log.error({ code: failure.body.code, status: failure.status, req: requestForLog(request) }, undeclaredError);
    }
    return answerFailure(reply, failure);
  });
}

function answerFailure(reply: FastifyReply, { status, body, headers }: Failure): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(body);
}
