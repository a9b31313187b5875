import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { keepCallerAddress, normalizeAddress } from './caller-address.ts';
import { limitConnections } from './limit-connections.ts';
import { type DistrustWatch, watchForDistrust } from './watch-for-distrust.ts';

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
  readonly onDistrust: (address: string) => void;
  /** How long such a client may take to come back. */
  readonly distrustMilliseconds?: number | undefined;
}

export interface GrpcServer {
  readonly port: number;
  /** For every connection from now on; those that are open stay. */
  useCertificate(certificate: ServerCertificate): void;
  /** Ends the calls with UNAVAILABLE, so that callers come back, and then the connections. */
  stop(): Promise<void>;
}

/** A report of the traffic of 50 000 peers is about 5 MB. */
const maxRequestBytes = 8 * 1024 * 1024;
/** A gateway has one call open, and one or two while it reconnects. */
const maxCallsPerConnection = 8;
const handshakeMilliseconds = 10_000;
/** A gateway says something every 10 s; a connection that does not is dead or of no use. */
const idleMilliseconds = 60_000;
const stopMilliseconds = 5_000;
/** A gateway that had a look at the authority joins at once: a few round trips, however far away it is. */
const distrustMilliseconds = 3_000;

/** Listens for gRPC and nothing else, over TLS 1.3 and nothing else. */
export async function startGrpcServer(options: GrpcOptions): Promise<GrpcServer> {
  const shutdown = new AbortController();
  const watch = watchForDistrust({
    serverName: options.serverName,
    onDistrust: options.onDistrust,
    milliseconds: options.distrustMilliseconds ?? distrustMilliseconds,
  });
  const server = createSecureServer(
    {
      key: options.certificate.key,
      cert: options.certificate.chain,
      minVersion: 'TLSv1.3',
      handshakeTimeout: handshakeMilliseconds,
      // called on the connection; it chooses no other certificate
      SNICallback(this: TLSSocket, name: string, done: (error: null) => void) {
        watch.asked(normalizeAddress(this.remoteAddress) ?? '', name);
        done(null);
      },
      settings: { maxConcurrentStreams: maxCallsPerConnection, maxHeaderListSize: 16_384 },
    },
    connectNodeAdapter({
      routes: options.routes,
      grpc: true,
      grpcWeb: false,
      connect: false,
      // keys do not compress, and what is not accepted cannot be a bomb
      acceptCompression: [],
      readMaxBytes: maxRequestBytes,
      shutdownSignal: shutdown.signal,
      contextValues: keepCallerAddress,
    }),
  );
  limitConnections(server);
  const sessions = keepSessions(server, watch);
  await listen(server, options.port, options.host);
  return {
    port: (server.address() as AddressInfo).port,
    useCertificate: ({ key, chain }) => server.setSecureContext({ key, cert: chain, minVersion: 'TLSv1.3' }),
    async stop() {
      shutdown.abort(new ConnectError('core is stopping', Code.Unavailable));
      watch.stop();
      await close(server, sessions);
    },
  };
}

function listen(server: Http2SecureServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The sessions that are open. What breaks one of them is the other side's or the network's, and no news. */
function keepSessions(server: Http2SecureServer, watch: DistrustWatch): ReadonlySet<ServerHttp2Session> {
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

async function close(server: Http2SecureServer, sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy();
  }, stopMilliseconds);
  await closed;
  clearTimeout(timer);
}
