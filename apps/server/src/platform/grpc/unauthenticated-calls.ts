import type { Http2SecureServer, Http2Session, ServerHttp2Stream } from 'node:http2';
import { type ContextValues, createContextKey } from '@connectrpc/connect';
import type { Peer } from '../connections/connection.ts';
import type { ConnectionLimit } from '../connections/connection-limit.ts';
import { normalizeAddress } from './caller-address.ts';

/** What the server knows of a call besides its messages. */
interface CallState {
  /** Whether its implementation found it well-formed, and accounts for failures itself. */
  isValid: boolean;
  readonly markAuthenticated: () => void;
}

const callKey = createContextKey<CallState | undefined>(undefined, { description: 'authentication of the call' });

interface Context {
  readonly values: ContextValues;
}

/** The call is well-formed: its implementation accounts for failures itself from here on. */
export function markValid({ values }: Context): void {
  const call = values.get(callKey);
  if (call) call.isValid = true;
}

/** The caller has shown a valid credential: its connection is exempt from the limits for strangers while the call is open. */
export function markAuthenticated({ values }: Context): void {
  values.get(callKey)?.markAuthenticated();
}

export interface UnauthenticatedLimits {
  /** How long a connection may be open without an authenticated call. */
  readonly milliseconds: number;
  /** What a client may send in that time, TLS and HTTP/2 included. */
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

/** How often the bytes of strangers are counted. */
const countMilliseconds = 50;

interface Connection {
  readonly peer: Peer;
  authenticatedCalls: number;
  /** Undefined while a call is authenticated. */
  stranger: { calls: number; readonly bytesBefore: number; readonly timer: NodeJS.Timeout } | undefined;
}

export interface CallGuard {
  /** To be called for each call before its messages are read. */
  trackCall(values: ContextValues, stream: ServerHttp2Stream): void;
  stop(): void;
}

/**
 * Closes connections that do not authenticate in time, or that send more than an authentication needs: messages, headers,
 * resets, pings, settings, anything that costs time. HTTP/2 itself bounds what one frame costs, not how many there are.
 */
export function guardUnauthenticatedCalls(server: Http2SecureServer, options: Options): CallGuard {
  const { limits, connections, onInvalidCall } = options;
  const open = new Map<Http2Session, Connection>();

  function distrust(session: Http2Session, connection: Connection): void {
    const timer = setTimeout(() => session.destroy(), limits.milliseconds);
    connection.stranger = { calls: 0, bytesBefore: session.socket.bytesRead, timer };
    connections.markUnauthenticated(connection.peer);
  }

  function trust(connection: Connection): void {
    clearTimeout(connection.stranger?.timer);
    connection.stranger = undefined;
    connections.markAuthenticated(connection.peer);
  }

  function authenticate(stream: ServerHttp2Stream): void {
    const { session } = stream;
    const connection = session && open.get(session);
    if (!connection || stream.destroyed) return;
    trust(connection);
    connection.authenticatedCalls += 1;
    stream.once('close', () => {
      connection.authenticatedCalls -= 1;
      if (connection.authenticatedCalls === 0 && !session.destroyed) distrust(session, connection);
    });
  }

  const counting = setInterval(() => {
    for (const [session, { stranger }] of open) {
      if (!stranger || session.destroyed) continue;
      if (session.socket.bytesRead - stranger.bytesBefore > limits.bytes) session.destroy();
    }
  }, countMilliseconds);

  server.on('session', (session) => {
    const { localAddress, localPort, remoteAddress, remotePort } = session.socket;
    const peer: Peer = { localAddress, localPort, remoteAddress, remotePort };
    const connection: Connection = { peer, authenticatedCalls: 0, stranger: undefined };
    open.set(session, connection);
    distrust(session, connection);
    session.on('stream', () => {
      const { stranger } = connection;
      if (!stranger) return;
      stranger.calls += 1;
      if (stranger.calls > limits.calls) session.destroy();
    });
    session.once('close', () => {
      clearTimeout(connection.stranger?.timer);
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
      for (const { stranger } of open.values()) clearTimeout(stranger?.timer);
    },
  };
}
