import type { Http2SecureServer, Http2Session, ServerHttp2Stream } from 'node:http2';
import { type ContextValues, createContextKey } from '@connectrpc/connect';
import type { Peer } from '@gatewarden/listener/connections/connection';
import type { ConnectionLimit } from '@gatewarden/listener/connections/connection-limit';
import { normalizeAddress } from '@gatewarden/listener/normalize-address';

/** State of a call besides its messages. */
interface CallState {
  /** Whether the implementation has accepted the call as well-formed; from then on it accounts for failures itself. */
  isValid: boolean;
  readonly markAuthenticated: () => void;
}

const callKey = createContextKey<CallState | undefined>(undefined, { description: 'authentication of the call' });

interface Context {
  readonly values: ContextValues;
}

/** Marks the call as well-formed. From here on its implementation accounts for failures itself. */
export function markValid({ values }: Context): void {
  const call = values.get(callKey);
  if (call) call.isValid = true;
}

/**
 * Marks the caller as authenticated: while the call is open, its connection is exempt from the limits for
 * unauthenticated clients.
 */
export function markAuthenticated({ values }: Context): void {
  values.get(callKey)?.markAuthenticated();
}

export interface UnauthenticatedLimits {
  /** How long a connection may be open without an authenticated call. */
  readonly milliseconds: number;
  /** Bytes that a client may send in that time, including TLS and HTTP/2. */
  readonly bytes: number;
  /** Calls that a client may make in that time. */
  readonly calls: number;
}

interface Options {
  readonly limits: UnauthenticatedLimits;
  readonly connections: ConnectionLimit;
  /** Called with the address of each client whose call never became a valid request. */
  readonly onInvalidCall: (address: string) => void;
}

/** How often the bytes of unauthenticated connections are counted. */
const countMilliseconds = 50;

interface ConnectionState {
  readonly peer: Peer;
  authenticatedCalls: number;
  /** Undefined while the connection has an authenticated call. */
  unauthenticated: { calls: number; readonly bytesBefore: number; readonly timer: NodeJS.Timeout } | undefined;
}

export interface CallGuard {
  /** Must be called for each call before its messages are read. */
  trackCall(values: ContextValues, stream: ServerHttp2Stream): void;
  stop(): void;
}

/**
 * Closes connections that do not authenticate in time or that send more than authentication needs: messages, headers,
 * resets, pings, settings, anything that costs time. HTTP/2 itself limits what one frame costs, but not the number of
 * frames.
 */
export function guardUnauthenticatedCalls(server: Http2SecureServer, options: Options): CallGuard {
  const { limits, connections, onInvalidCall } = options;
  const open = new Map<Http2Session, ConnectionState>();

  function applyLimits(session: Http2Session, connection: ConnectionState): void {
    const timer = setTimeout(() => session.destroy(), limits.milliseconds);
    connection.unauthenticated = { calls: 0, bytesBefore: session.socket.bytesRead, timer };
    connections.markUnauthenticated(connection.peer);
  }

  function exemptFromLimits(connection: ConnectionState): void {
    clearTimeout(connection.unauthenticated?.timer);
    connection.unauthenticated = undefined;
    connections.markAuthenticated(connection.peer);
  }

  function authenticate(stream: ServerHttp2Stream): void {
    const { session } = stream;
    const connection = session && open.get(session);
    if (!connection || stream.destroyed) return;
    exemptFromLimits(connection);
    connection.authenticatedCalls += 1;
    stream.once('close', () => {
      connection.authenticatedCalls -= 1;
      if (connection.authenticatedCalls === 0 && !session.destroyed) applyLimits(session, connection);
    });
  }

  const counting = setInterval(() => {
    for (const [session, { unauthenticated }] of open) {
      if (!unauthenticated || session.destroyed) continue;
      if (session.socket.bytesRead - unauthenticated.bytesBefore > limits.bytes) session.destroy();
    }
  }, countMilliseconds);

  server.on('session', (session) => {
    const { localAddress, localPort, remoteAddress, remotePort } = session.socket;
    const peer: Peer = { localAddress, localPort, remoteAddress, remotePort };
    const connection: ConnectionState = { peer, authenticatedCalls: 0, unauthenticated: undefined };
    open.set(session, connection);
    applyLimits(session, connection);
    session.on('stream', () => {
      const { unauthenticated } = connection;
      if (!unauthenticated) return;
      unauthenticated.calls += 1;
      if (unauthenticated.calls > limits.calls) session.destroy();
    });
    session.once('close', () => {
      clearTimeout(connection.unauthenticated?.timer);
      open.delete(session);
    });
  });

  return {
    trackCall(values, stream) {
      const call: CallState = { isValid: false, markAuthenticated: () => authenticate(stream) };
      values.set(callKey, call);
      const address = stream.session && open.get(stream.session)?.peer.remoteAddress;
      stream.once('close', () => {
        if (!call.isValid) onInvalidCall(normalizeAddress(address) ?? '');
      });
    },
    stop() {
      clearInterval(counting);
      for (const { unauthenticated } of open.values()) clearTimeout(unauthenticated?.timer);
    },
  };
}
