import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import cookie from '@fastify/cookie';
import { type EdgeSession, type OpenidCookies, signInIdOf } from '@gatewarden/contract/edge-endpoint';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { callerAddressOf } from './caller-address.ts';
import { type ConnectionLimits, createConnectionLimit } from './connections/connection-limit.ts';
import { type EdgeCalls, type EdgeOutcome, refusal } from './edge-calls.ts';
import { addSockets, isUpgrade, type SocketLimits, socketLimits } from './edge-sockets.ts';
import { pathOf } from './request-target.ts';
import { addResponseHeaders } from './response-headers.ts';
import type { ServerTls } from './server-tls.ts';
import { isBuilt, serveFiles } from './static-files.ts';
import { createProxyCheck } from './trusted-proxies.ts';

/** Of a logger such as pino. */
interface EdgeLog {
  error(facts: object, message: string): void;
}

interface Options {
  readonly port: number;
  readonly host: string;
  readonly trustedProxies: readonly string[];
  readonly version: string;
  /** Whether clients reach the listener over https, so that cookies are Secure. */
  readonly isHttps: () => boolean;
  /** Without TLS if absent. */
  readonly tls?: ServerTls | undefined;
  readonly log: EdgeLog;
  readonly calls: EdgeCalls;
  /** Absent: the listener is part of core. */
  readonly isCoreConnected?: () => boolean;
  /** The pages of the edge, if they are built. */
  readonly files: URL;
  /** Of clients that wait for a message. */
  readonly sockets?: SocketLimits;
}

const bodyBytes = 16_384;
const maxUserAgentLength = 512;
const timeoutMilliseconds = 10_000;
/**
 * A client needs one connection for a few milliseconds; a network behind one address has many clients. Those that wait
 * are limited by `socketLimits`, and leave the places of the others.
 */
const connectionLimits: ConnectionLimits = {
  max: 1024 + socketLimits.max,
  maxPerNetwork: 128 + socketLimits.maxPerAddress,
  maxUnauthenticated: 1024,
  reservedForKnown: 128,
  maxUnauthenticatedPerNetwork: 128,
  graceMilliseconds: 2_000,
};
/** Clients require the first by its name (wire §18). */
const sessionCookies = { enrollment: 'defguard_proxy', password_reset: 'defguard_proxy_password_reset' } as const;
const prefix = '/api/v1';
/**
 * Wire §13.4, with the id of the sign-in at the end of the name, so that several tabs do not overwrite each other's. They are sent
 * with the calls of sign-ins, and with no other one.
 */
const openidCookies = { csrf: 'csrf_proxy_', nonce: 'nonce_proxy_' } as const;
const openidPath = `${prefix}/openid`;
/** A sign-in at a provider takes at most ten minutes. */
const openidSeconds = 600;
/** Of one browser. Each has a kilobyte at most, and a request has up to 16. */
const maxSignIns = 4;
/**
 * Clients apply no configuration from an answer without these headers (wire §2, §15.2). The version is that of the interface
 * reference: clients compare it with the oldest one that they support.
 */
const interfaceHeaders = {
  'defguard-component-version': '1.5.2',
  'defguard-core-version': '1.5.2',
} as const;

/**
 * The HTTP interface and the pages for people and programs that are not signed in, on a listener of its own, which can be
 * reachable from networks from which the console is not. Addresses that `calls` refuses are refused before the body is read.
 * @throws the error of Node if it cannot listen
 */
export async function startEdgeServer(options: Options) {
  const { port, host, version, isHttps, tls } = options;
  const http = {
    headersTimeout: timeoutMilliseconds,
    shouldUpgradeCallback: (request: IncomingMessage) => isUpgrade(request, options.calls.waits?.paths ?? [], prefix),
  };
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytes,
    requestTimeout: timeoutMilliseconds,
    connectionTimeout: 2 * timeoutMilliseconds,
    keepAliveTimeout: timeoutMilliseconds,
    ...(tls ? { https: { ...tls.options(), ...http } } : { http }),
    forceCloseConnections: true,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
  });
  tls?.add(app.server as unknown as TlsServer);
  const isShared = createProxyCheck(options.trustedProxies);
  const connections = createConnectionLimit({ ...connectionLimits, isShared });
  app.server.on('connection', connections.add);
  addResponseHeaders(app, { version, isHttps });
  const { isCoreConnected = () => true } = options;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...interfaceHeaders, 'defguard-core-connected': String(isCoreConnected()) });
  });
  await app.register(cookie);
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => answerError(reply, error, options.log));
  app.get(`${prefix}/health`, async () => 'alive');
  app.get(`${prefix}/health-grpc`, async (_request, reply) => {
    const isConnected = isCoreConnected();
    return reply.code(isConnected ? 200 : 503).send(isConnected ? 'alive' : 'core is not connected');
  });
  app.get(`${prefix}/info`, async () => ({ version }));
  addCalls(app, options);
  const { waits } = options.calls;
  const limits = options.sockets ?? socketLimits;
  if (waits) addSockets(app, { waits, prefix, limits, userAgentOf, send, onAdmitted: connections.exempt });
  await addPages(app, options.files);
  await app.listen({ port, host });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}

function addCalls(app: FastifyInstance, { calls, isHttps }: Options): void {
  const isCall = (path: string) => path.startsWith(`${prefix}/`);
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url);
    const refused = isCall(path) && calls.refuse(path.slice(prefix.length), callerAddressOf(request));
    return refused ? send(reply, refused) : undefined;
  });
  app.post(`${prefix}/*`, async (request, reply) => {
    const path = pathOf(request.url).slice(prefix.length);
    const { enrollment, password_reset } = sessionCookies;
    const sessions: Partial<Record<EdgeSession, string>> = {};
    const cookies = request.cookies;
    if (cookies[enrollment] !== undefined) sessions.enrollment = cookies[enrollment];
    if (cookies[password_reset] !== undefined) sessions.password_reset = cookies[password_reset];
    const outcome = await calls.answer({
      ...{ path, body: request.body, sessions, ip: callerAddressOf(request), userAgent: userAgentOf(request) },
      ifNoneMatch: request.headers['if-none-match'],
      openid: readOpenid(cookies, request.body),
    });
    if (outcome.session) setSession(reply, outcome.session, isHttps());
    if (outcome.openid !== undefined) setOpenid(request, reply, outcome.openid, isHttps());
    return send(reply, outcome);
  });
}

/** Only the beginning: it is shown to people. */
function userAgentOf({ headers }: FastifyRequest): string | undefined {
  return headers['user-agent']?.slice(0, maxUserAgentLength);
}

function setSession(
  reply: FastifyReply,
  { kind, token, expiresAt }: NonNullable<EdgeOutcome['session']>,
  secure: boolean,
): void {
  const name = sessionCookies[kind];
  if (token === undefined) return void reply.clearCookie(name, { path: '/' });
  const flags = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  reply.setCookie(name, token, { ...flags, ...(expiresAt && { expires: expiresAt }) });
}

/** The id of the sign-in that the call finishes; undefined if it finishes none. */
function signInOf(body: unknown): string | undefined {
  const { state } = (body ?? {}) as { state?: unknown };
  const id = typeof state === 'string' ? signInIdOf(state) : '';
  return /^[A-Za-z0-9_-]+$/.test(id) ? id : undefined;
}

function readOpenid(cookies: FastifyRequest['cookies'], body: unknown): OpenidCookies | undefined {
  const id = signInOf(body);
  if (id === undefined) return undefined;
  const [csrf, nonce] = [cookies[`${openidCookies.csrf}${id}`], cookies[`${openidCookies.nonce}${id}`]];
  return csrf !== undefined && nonce !== undefined ? { csrf, nonce } : undefined;
}

function setOpenid(
  { cookies, body }: FastifyRequest,
  reply: FastifyReply,
  openid: OpenidCookies | null,
  secure: boolean,
): void {
  const flags = { path: openidPath, httpOnly: true, sameSite: 'strict', secure } as const;
  const clear = (id: string) => {
    for (const name of Object.values(openidCookies)) reply.clearCookie(`${name}${id}`, flags);
  };
  if (!openid) {
    clear(signInOf(body) ?? '');
    return;
  }
  const [id = ''] = openid.csrf.split('.', 1);
  for (const kind of ['csrf', 'nonce'] as const)
    reply.setCookie(`${openidCookies[kind]}${id}`, openid[kind], { ...flags, maxAge: openidSeconds });
  // RFC 6265 §5.4: browsers send the oldest first
  const open = Object.keys(cookies).filter((name) => name.startsWith(openidCookies.csrf));
  for (const name of open.slice(0, Math.max(0, open.length - maxSignIns + 1)))
    clear(name.slice(openidCookies.csrf.length));
}

/** Every other path is the page, which knows its addresses. */
async function addPages(app: FastifyInstance, files: URL): Promise<void> {
  const hasPages = isBuilt(files);
  if (hasPages) await serveFiles(app, files);
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      hasPages &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|assets|fonts|svg|icons)(\/|$)/.test(pathOf(request.url));
    if (!isPage) return send(reply, refusal(404, 'not found', 'route_not_found'));
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

function answerError(reply: FastifyReply, error: { statusCode?: number; code?: string }, log: EdgeLog): FastifyReply {
  if (error.code === 'route_not_found') return send(reply, refusal(404, 'not found', 'route_not_found'));
  const { statusCode = 500 } = error;
  if (statusCode < 500) return send(reply, refusal(statusCode, 'invalid request', 'invalid_input'));
  log.error({ err: error }, 'a request of the edge failed');
  return send(reply, refusal(500, 'Internal server error', 'internal_error'));
}

function send(reply: FastifyReply, { status, body, etag }: EdgeOutcome): FastifyReply {
  if (status === 429) reply.header('retry-after', '60');
  if (etag !== undefined) reply.header('etag', etag);
  return reply.code(status).send(body);
}
