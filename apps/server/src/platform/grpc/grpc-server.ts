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
import { type ConnectionLimits, createConnectionLimit } from '../connections/connection-limit.ts';
import { createCallHandler } from './call-handler.ts';
import { createCallerContextValues, normalizeAddress } from './caller-address.ts';
import { closeUnresponsiveSessions, defaultPingLimit, type PingLimit } from './close-unresponsive-sessions.ts';
import { isBinaryGrpc } from './content-type.ts';
import { type CertificateRejectionDetector, detectRejectedCertificate } from './detect-rejected-certificate.ts';
import { messageLimits } from './message-limits.ts';
import { type CallGuard, guardUnauthenticatedCalls, type UnauthenticatedLimits } from './unauthenticated-calls.ts';

export interface ServerCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM, our own certificate first, each followed by its issuer. */
  readonly chain: string;
}

export interface GrpcOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly certificate: ServerCertificate;
  /** Host name in the certificate. */
  readonly serverName: string;
  readonly routes: (router: ConnectRouter) => void;
  /** Hears the address of each client that looked at our certificate and hung up for good without a word. */
  readonly onCertificateRejected: (address: string) => void;
  /** How long such a client may take to come back. */
  readonly certificateRejectionMilliseconds?: number | undefined;
  /** Called with the address of each client whose call never became a valid request. */
  readonly onInvalidCall?: (address: string) => void;
  /** Whether many clients come from the address, as from a balancer: then only the totals apply. */
  readonly isShared?: (address: string) => boolean;
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly unauthenticatedLimits?: Partial<UnauthenticatedLimits>;
  readonly pingLimit?: PingLimit;
}

export interface GrpcServer {
  readonly port: number;
  /** Gateways connected from these addresses lately, the latest first: strangers that flood core do not keep them out. */
  markKnown(addresses: readonly string[]): void;
  /** For every connection from now on; those that are open stay. */
  useCertificate(certificate: ServerCertificate): void;
  /** Ends the calls with UNAVAILABLE, so that callers come back, and then the connections. */
  stop(): Promise<void>;
}

/** A request to join has some 700 bytes. Applies to every message that is read before the caller is authenticated. */
const maxUnauthenticatedMessageBytes = 16 * 1024;
/** A gateway has one call open, and one or two while it reconnects. */
const maxCallsPerConnection = 4;
/** What joining and the start of a control stream take: TLS, HTTP/2 and two calls, with room to spare. */
const unauthenticatedLimits: UnauthenticatedLimits = { milliseconds: 10_000, bytes: 64 * 1024, calls: 8 };
/**
 * A connection of a stranger costs some 100 kB and a handshake of 2 ms. The grace period is several round trips; the rates
 * let a thousand gateways, or those behind one address, reconnect in seconds, and take 4 % of a processor for strangers.
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
 * Where nghttp2 and Node bound what a connection may cost, with limits for a client of our own. They apply
 * after authentication too; a client that exceeds them loses the connection.
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
/** A gateway says something every 10 s; a connection that does not is dead or of no use. */
const idleMilliseconds = 60_000;
const stopMilliseconds = 5_000;
const lingerMilliseconds = 500;
/** A gateway that had a look at the authority joins at once: a few round trips, however far away it is. */
const certificateRejectionMilliseconds = 3_000;

/** Listens for gRPC and nothing else, over TLS 1.3 and nothing else. */
export async function startGrpcServer(options: GrpcOptions): Promise<GrpcServer> {
  const shutdown = new AbortController();
  const watch = detectRejectedCertificate({
    serverName: options.serverName,
    onCertificateRejected: options.onCertificateRejected,
    milliseconds: options.certificateRejectionMilliseconds ?? certificateRejectionMilliseconds,
  });
  const server = createSecureServer({
    key: options.certificate.key,
    cert: options.certificate.chain,
    minVersion: 'TLSv1.3',
    handshakeTimeout: handshakeMilliseconds,
    // called on the connection; it chooses no other certificate
    SNICallback(this: TLSSocket, name: string, done: (error: null) => void) {
      watch.asked(normalizeAddress(this.remoteAddress) ?? '', name);
      done(null);
    },
    ...http2Limits,
  });
  const limits = { ...connectionLimits, ...options.connectionLimits };
  const connections = createConnectionLimit({ ...limits, ...(options.isShared && { isShared: options.isShared }) });
  // in front of TLS: a connection that is refused costs no state of it
  const listener = createServer((socket) => {
    connections.add(socket);
    if (!socket.destroyed) server.emit('connection', socket);
  });
  const guard = guardUnauthenticatedCalls(server, {
    limits: { ...unauthenticatedLimits, ...options.unauthenticatedLimits },
    connections,
    onInvalidCall: options.onInvalidCall ?? (() => undefined),
  });
  server.on('request', answerCalls(options.routes, guard, shutdown.signal));
  const sockets = keepSockets(listener);
  const sessions = keepSessions(server, watch);
  const pinging = closeUnresponsiveSessions(server, options.pingLimit ?? defaultPingLimit);
  await listen(listener, options.port, options.host);
  return {
    port: (listener.address() as AddressInfo).port,
    markKnown: (addresses) => addresses.toReversed().forEach(connections.markKnown),
    useCertificate: ({ key, chain }) => server.setSecureContext({ key, cert: chain, minVersion: 'TLSv1.3' }),
    async stop() {
      shutdown.abort(new ConnectError('core is stopping', Code.Unavailable));
      watch.stop();
      guard.stop();
      pinging[Symbol.dispose]();
      await close(listener, sessions, sockets);
    },
  };
}

/** Protocols of every call; those of a single call have to be given again with its other options. */
const protocols = { grpc: true, grpcWeb: false, connect: false } as const;
/** A later agent may send what this core does not know; it is not worth memory. */
const binaryOptions = { readUnknownFields: false } as const;
/** For calls that authenticate their caller before they read a message. */
export const authenticatedCallOptions = { ...protocols, binaryOptions, readMaxBytes: messageLimits.bytes } as const;

function answerCalls(routes: GrpcOptions['routes'], guard: CallGuard, shutdownSignal: AbortSignal) {
  const answer = createCallHandler({
    routes,
    messageLimits,
    router: {
      ...protocols,
      binaryOptions,
      // keys do not compress, and what is not accepted cannot be a bomb
      acceptCompression: [],
      readMaxBytes: maxUnauthenticatedMessageBytes,
      shutdownSignal,
    },
  });
  return (request: Http2ServerRequest, response: Http2ServerResponse) => {
    endAfterAnswer(request.stream);
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
 * What a refused caller still sends is not waited for (RFC 9113 §8.1). Not immediately: a reset overtakes the trailers, which
 * carry the status.
 */
function endAfterAnswer(stream: ServerHttp2Stream): void {
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

/** The sessions that are open. What breaks one of them is the other side's or the network's, and no news. */
function keepSessions(server: Http2SecureServer, watch: CertificateRejectionDetector): ReadonlySet<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    const address = normalizeAddress(session.socket.remoteAddress) ?? '';
    sessions.add(session);
    session.on('stream', () => watch.called(address));
    session.setTimeout(idleMilliseconds, () => session.destroy());
    session.on('error', () => undefined);
    session.once('close', () => sessions.delete(session));
  });
  return sessions;
}

function keepSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function close(
  server: Server,
  sessions: ReadonlySet<ServerHttp2Session>,
  sockets: ReadonlySet<Socket>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy();
    // a session that was closed before waits for its client, which may hang or be cut off
    for (const socket of sockets) socket.destroy();
  }, stopMilliseconds);
  await closed;
  clearTimeout(timer);
}
