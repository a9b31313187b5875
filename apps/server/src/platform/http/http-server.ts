import cookie from '@fastify/cookie';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import type { ConnectionLimits } from '../connections/connection-limit.ts';
import type { Log } from '../log/log.ts';
import { answerMalformedRequest } from './answer-malformed-request.ts';
import { documentApi } from './api-docs.ts';
import { unauthenticatedBodyBytes } from './body-limit.ts';
import { describeFailure, type Failure } from './error-body.ts';
import { isNestedDeeperThan } from './json-depth.ts';
import { limitHttpConnections } from './limit-http-connections.ts';
import { type AnswerLimits, limitUnreadAnswers } from './limit-unread-answers.ts';
import { possibleErrors } from './openapi/possible-errors.ts';
import { toOriginForm } from './request-target.ts';
import { addResponseHeaders } from './response-headers.ts';

export interface HttpOptions {
  readonly log: Log;
  readonly version: string;
  readonly trustedProxies: readonly string[];
  /** Whether people reach the console over https; only then may browsers be told to insist on it. */
  readonly isHttps: () => boolean;
  /** For the API documentation. */
  readonly sessionCookieName: string;
  readonly timeouts?: Timeouts;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly answerLimits?: Partial<AnswerLimits>;
}

interface Timeouts {
  /** For the whole head of a request, counted from the connection or from the request before. */
  readonly headersMilliseconds: number;
  /** For a whole request. */
  readonly requestMilliseconds: number;
  /** How often the two are checked, which is how late they may be. */
  readonly checkMilliseconds: number;
}

const defaultTimeouts: Timeouts = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  checkMilliseconds: 1_000,
};
/** Event streams send a heartbeat every 15 s; a connection on which nothing moves this long has a reader that stopped. */
const stalledMilliseconds = 120_000;
/** More than the contract has anywhere, and little for a parser. */
const maxJsonLevels = 32;

/** Fastify with our answers to whatever goes wrong, security headers, cookies and the API documentation. */
export async function createHttpServer({
  log,
  version,
  trustedProxies,
  isHttps,
  sessionCookieName,
  timeouts = defaultTimeouts,
  connectionLimits,
  answerLimits,
}: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log.child({ part: 'http' }, { serializers: { req: requestForLog } }),
    logController: new LogController({ disableRequestLogging: true }),
    // nothing is logged per request, so none needs a log of its own
    childLoggerFactory: (logger) => logger,
    bodyLimit: unauthenticatedBodyBytes,
    rewriteUrl: toOriginForm,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: timeouts.requestMilliseconds,
    connectionTimeout: stalledMilliseconds,
    http: {
      // refused in `requireHost`, in our own words
      requireHostHeader: false,
      headersTimeout: timeouts.headersMilliseconds,
      connectionsCheckingInterval: timeouts.checkMilliseconds,
    },
    // `prepareStop` refuses in our own words
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest,
    forceCloseConnections: 'idle',
    // no bound of its own: Node bounds the whole head at 16 KiB, and the contract each parameter
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    // a path that is no URL is refused before any hook runs
    frameworkErrors: (error, _request, reply) => {
      reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
      answerFailure(reply, describeFailure(error));
    },
  }) as unknown as FastifyInstance;

  // requests are checked by the contract's own schemas, in the router
  app.setValidatorCompiler(() => () => true);
  app.decorateRequest('authenticated', undefined);
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

/** What the log says when a call is refused with a code that its declaration in the contract does not have. */
const undeclaredError = 'answered an error that the contract does not declare';

function isDeclared(endpoint: Endpoint | undefined, { status, body }: Failure): boolean {
  if (!endpoint) return true;
  return possibleErrors(endpoint).some((possible) => possible.code === body.code && possible.status === status);
}

function requestForLog(request: FastifyRequest): object {
  // the path without its query: setup and reset links carry tokens there
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip };
}

/** RFC 9112 §3.2: a request of HTTP/1.1 names its host. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(isMissing ? new DomainError('malformed_request') : undefined);
  });
}

/** JSON where the call takes a body; calls that take none ignore whatever is sent. */
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
