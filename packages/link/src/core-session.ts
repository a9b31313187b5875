import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import type { Http2SessionManager } from '@connectrpc/connect-node';
import { type CoreEndpoint, coreServerName } from './core-address.ts';

/** What the gRPC client needs of a connection. */
type SessionManager = Pick<Http2SessionManager, 'authority' | 'request' | 'notifyResponseByteRead'>;

/** One HTTP/2 connection for one attempt; it never reconnects. Opened by `connect` or the first request. */
export interface CoreSession extends SessionManager {
  /** Resolves after the TLS handshake. @throws the cause of a failed connection */
  connect(): Promise<void>;
  /** Destroys the connection; calls fail with the reason. Idempotent. */
  abort(reason: Error): void;
  /** Ends the connection after everything written has been sent. Idempotent. */
  close(): void;
}

interface Options {
  readonly endpoint: CoreEndpoint;
  /** The pinned authority as PEM. */
  readonly ca: string;
  /** Milliseconds. */
  readonly pingInterval: number;
  readonly pingTimeout: number;
}

/** How long the last message may take to be sent. */
const closeMilliseconds = 1000;

/**
 * Replaces the session manager of the client library, which removes its error listener while the session of a hanging
 * core is still closing: the error that follows would end the process. It also does not support IPv6 zones.
 */
export function createCoreSession({ endpoint, ca, pingInterval, pingTimeout }: Options): CoreSession {
  const { host, port, label } = endpoint;
  const authority = `https://${coreServerName}:${port}`;
  let opened: ReturnType<typeof open> | undefined;
  let failure: Error | undefined;
  const pinging = new AbortController();

  function abort(reason: Error): void {
    failure ??= reason;
    pinging.abort();
    opened?.session.destroy(failure);
    // destroying only the session would wait for a peer that does not answer
    opened?.socket.destroy();
  }

  function close(): void {
    failure ??= new Error('the connection is closed');
    pinging.abort();
    const { session, socket } = opened ?? {};
    session?.close();
    setTimeout(() => socket?.destroy(), closeMilliseconds).unref();
  }

  function open() {
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const socket =
      endpoint.socket ??
      connectTls({
        host,
        port,
        ca: [ca],
        servername: coreServerName,
        minVersion: 'TLSv1.2',
        ALPNProtocols: ['h2'],
      });
    const session = connectHttp2(authority, { createConnection: () => socket });
    session.on('connect', () => {
      ping(session);
      resolve();
    });
    session.on('error', (error: Error) => (failure ??= error));
    session.on('close', () => {
      pinging.abort();
      reject(failure ?? new Error(`${label} closed the connection`));
    });
    ready.catch(() => undefined);
    return { session, socket, ready };
  }

  /** Sends the next ping `pingInterval` after the answer to the previous one. */
  function ping(session: ClientHttp2Session): void {
    const pongTimer = setTimeout(() => abort(new Error(`${label} stopped answering`)), pingTimeout);
    let next: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(pongTimer);
      clearTimeout(next);
    };
    pinging.signal.addEventListener('abort', stop, { once: true });
    session.ping((error) => {
      clearTimeout(pongTimer);
      if (error || pinging.signal.aborted) return;
      next = setTimeout(() => {
        pinging.signal.removeEventListener('abort', stop);
        // the 'close' event may come later, and ping throws on a destroyed session
        if (!session.destroyed) ping(session);
      }, pingInterval);
    });
  }

  async function ready(): Promise<ClientHttp2Session> {
    if (failure) throw failure;
    opened ??= open();
    await opened.ready;
    return opened.session;
  }

  return {
    authority,
    connect: async () => void (await ready()),
    async request(method, path, headers, options): Promise<ClientHttp2Stream> {
      const session = await ready();
      return session.request({ ...headers, ':method': method, ':path': path }, options);
    },
    notifyResponseByteRead: () => undefined,
    abort,
    close,
  };
}
