import { once } from 'node:events';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { type ConnectionLimits, createConnectionLimit } from '@gatewarden/listener/connections/connection-limit';
import { normalizeAddress } from '@gatewarden/listener/normalize-address';
import { createCallHandler } from './call-handler.ts';
import { createCallerContextValues } from './caller-address.ts';
import { closeUnresponsiveSessions, defaultPingLimit, type PingLimit } from './close-unresponsive-sessions.ts';
import { isBinaryGrpc } from './content-type.ts';
import { type CertificateRejectionDetector, detectRejectedCertificate } from './detect-rejected-certificate.ts';
import { messageLimits } from './message-limits.ts';
import { type CallGuard, guardUnauthenticatedCalls, type UnauthenticatedLimits } from './unauthenticated-calls.ts';

export interface ServerCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM, starting with our certificate; each certificate is followed by that of its issuer. */
  readonly chain: string;
}

export interface GrpcOptions extends CallServerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
}

export interface CallServerOptions {
  readonly certificate: ServerCertificate;
  /** Host name in the certificate. */
  readonly serverName: string;
  readonly routes: (router: ConnectRouter) => void;
  /** Called with the address of each client that completed a handshake with our certificate and never made a call. */
  readonly onCertificateRejected: (address: string) => void;
  /** How long such a client may take until its call. */
  readonly certificateRejectionMilliseconds?: number | undefined;
  /** Called with the address of each client whose call never became a valid request. */
  readonly onInvalidCall?: (address: string) => void;
  /** Whether many clients share the address, such as those behind a load balancer. Then only the total limits apply. */
  readonly isShared?: (address: string) => boolean;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly unauthenticatedLimits?: Partial<UnauthenticatedLimits>;
  readonly pingLimit?: PingLimit;
}

export interface GrpcServer extends CallServer {
  readonly port: number;
}

/** Serves calls over connections that others open. */
export interface CallServer {
  /** Serves a connection, unless there are too many; then it is closed. */
  accept(socket: Socket): void;
  /**
   * Addresses from which gateways connected recently, the latest first. A flood of unauthenticated clients does not
   * lock them out.
   */
  markKnown(addresses: readonly string[]): void;
  /** Applies to new connections; open connections are not affected. */
  useCertificate(certificate: ServerCertificate): void;
  /** Ends the calls with UNAVAILABLE, so that callers reconnect, and then closes the connections. */
  stop(): Promise<void>;
}

/** A request to join has about 700 bytes. Applies to every message that is read before the caller is authenticated. */
const maxUnauthenticatedMessageBytes = 16 * 1024;
/** A gateway has one open call, and one or two while it reconnects. */
const maxCallsPerConnection = 4;
/** Joining and the start of a control stream need TLS, HTTP/2 and two calls; the limits leave a margin. */
const unauthenticatedLimits: UnauthenticatedLimits = { milliseconds: 10_000, bytes: 64 * 1024, calls: 8 };
/**
 * An unauthenticated connection costs about 100 kB and a handshake of 2 ms. The grace period is several round trips.
 * The rates let a thousand gateways, or the gateways behind one address, reconnect in seconds, and use 4 % of a
 * processor for unauthenticated clients.
 */
const connectionLimits: ConnectionLimits = {
  max: 4096,
  maxPerNetwork: 2048,
  maxUnauthenticated: 192,
  reservedForKnown: 48,
  maxUnauthenticatedPerNetwork: 48,
  graceMilliseconds: 2_000,
  newPerNetwork: { burst: 64, perSecond: 16 },
  newConnections: { burst: 64, perSecond: 16 },
  newKnownConnections: { burst: 256, perSecond: 64 },
};
/**
 * The settings of nghttp2 and Node that limit what a connection may cost, with values for our agent. They also apply
 * after authentication; a client that exceeds them loses the connection.
 */
const http2Limits = {
  settings: { maxConcurrentStreams: maxCallsPerConnection, maxHeaderListSize: 16_384 },
  maxHeaderListPairs: 64,
  /** Megabytes. */
  maxSessionMemory: 4,
  maxSessionInvalidFrames: 16,
  maxSessionRejectedStreams: 16,
  maxSettings: 16,
  streamResetBurst: 32,
  streamResetRate: 4,
  unknownProtocolTimeout: 1_000,
};
const handshakeMilliseconds = 10_000;
/** A gateway sends something every 10 s; a connection without traffic is dead or useless. */
const idleMilliseconds = 60_000;
const stopMilliseconds = 5_000;
const lingerMilliseconds = 500;
/** A gateway joins immediately after it has read the authority: within a few round trips, also over slow links. */
const certificateRejectionMilliseconds = 3_000;

/** Listens, and serves as `createCallServer` does. */
export async function startGrpcServer(options: GrpcOptions): Promise<GrpcServer> {
  const calls = createCallServer(options);
  const listener = createServer(calls.accept);
  await listen(listener, options.port, options.host);
  return {
    ...calls,
    port: (listener.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      await Promise.all([closed, calls.stop()]);
    },
  };
}

/** Accepts gRPC only, over TLS 1.3 only. */
export function createCallServer(options: CallServerOptions): CallServer {
  const shutdown = new AbortController();
  const detector = detectRejectedCertificate({
    serverName: options.serverName,
    onCertificateRejected: options.onCertificateRejected,
    milliseconds: options.certificateRejectionMilliseconds ?? certificateRejectionMilliseconds,
  });
  const server = createSecureServer({
    key: options.certificate.key,
    cert: options.certificate.chain,
    minVersion: 'TLSv1.3',
    handshakeTimeout: handshakeMilliseconds,
    // called with the connection as `this`; does not select another certificate
    SNICallback(this: TLSSocket, name: string, done: (error: null) => void) {
      detector.handshakeStarted(normalizeAddress(this.remoteAddress) ?? '', name);
      done(null);
    },
    ...http2Limits,
  });
  const limits = { ...connectionLimits, ...options.connectionLimits };
  const connections = createConnectionLimit({ ...limits, ...(options.isShared && { isShared: options.isShared }) });
  const guard = guardUnauthenticatedCalls(server, {
    limits: { ...unauthenticatedLimits, ...options.unauthenticatedLimits },
    connections,
    onInvalidCall: options.onInvalidCall ?? (() => undefined),
  });
  server.on('request', answerCalls(options.routes, guard, shutdown.signal));
  const sockets = new Set<Socket>();
  const sessions = trackSessions(server, detector);
  const pinging = closeUnresponsiveSessions(server, options.pingLimit ?? defaultPingLimit);
  return {
    accept(socket) {
      // before TLS, so that a refused connection costs no TLS state
      connections.add(socket);
      if (socket.destroyed) return;
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      server.emit('connection', socket);
    },
    markKnown: (addresses) => addresses.toReversed().forEach(connections.markKnown),
    useCertificate: ({ key, chain }) => server.setSecureContext({ key, cert: chain, minVersion: 'TLSv1.3' }),
    async stop() {
      shutdown.abort(new ConnectError('core is stopping', Code.Unavailable));
      detector.stop();
      guard.stop();
      pinging[Symbol.dispose]();
      await close(sessions, sockets);
    },
  };
}

/** Protocols of every call. A call with options must repeat them. */
const protocols = { grpc: true, grpcWeb: false, connect: false } as const;
/** A newer agent may send fields that this core does not know; they are not stored in memory. */
const binaryOptions = { readUnknownFields: false } as const;
/** Options of calls that authenticate their caller before they read a message. */
export const authenticatedCallOptions = { ...protocols, binaryOptions, readMaxBytes: messageLimits.bytes } as const;

function answerCalls(routes: GrpcOptions['routes'], guard: CallGuard, shutdownSignal: AbortSignal) {
  const answer = createCallHandler({
    routes,
    messageLimits,
    router: {
      ...protocols,
      binaryOptions,
      // keys do not compress, and without compression there are no decompression bombs
      acceptCompression: [],
      readMaxBytes: maxUnauthenticatedMessageBytes,
      shutdownSignal,
    },
  });
  return (request: Http2ServerRequest, response: Http2ServerResponse) => {
    closeAfterResponse(request.stream);
    if (!isBinaryGrpc(request.headers['content-type'])) {
      response.writeHead(415);
      response.end();
      return;
    }
    const values = createCallerContextValues(request);
    guard.trackCall(values, request.stream);
    answer(request, response, values);
  };
}

/**
 * Resets the stream soon after the answer, so that core does not wait for what a refused caller still sends (RFC 9113
 * §8.1). Not immediately: a reset overtakes the trailers, which carry the status.
 */
function closeAfterResponse(stream: ServerHttp2Stream): void {
  stream.once('finish', () => {
    const timer = setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), lingerMilliseconds);
    stream.once('close', () => clearTimeout(timer));
  });
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Tracks open sessions. Errors of a session are ignored: they are caused by the client or the network. */
function trackSessions(
  server: Http2SecureServer,
  detector: CertificateRejectionDetector,
): ReadonlySet<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    const address = normalizeAddress(session.socket.remoteAddress) ?? '';
    sessions.add(session);
    session.on('stream', () => detector.callReceived(address));
    session.setTimeout(idleMilliseconds, () => session.destroy());
    session.on('error', () => undefined);
    session.once('close', () => sessions.delete(session));
  });
  return sessions;
}

async function close(sessions: ReadonlySet<ServerHttp2Session>, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = Promise.all([...sockets].map((socket) => once(socket, 'close').catch(() => undefined)));
  for (const session of sessions) session.close();
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy();
    // a session that is already closed waits for its client, which may hang or be unreachable
    for (const socket of sockets) socket.destroy();
  }, stopMilliseconds);
  await closed;
  clearTimeout(timer);
}
