import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';

export interface PingLimit {
  /** How often each client is pinged. */
  readonly intervalMilliseconds: number;
  /** Number of consecutive pings without any received byte after which the connection is closed. */
  readonly pings: number;
}

/** Detects a suspended client, or a link that was cut without a FIN, within 8 s. */
export const defaultPingLimit: PingLimit = { intervalMilliseconds: 2_000, pings: 3 };

/**
 * Pings each client and closes the connections of those that do not answer. TCP alone needs minutes to detect a dead
 * link and never detects a process that hangs. Any received byte counts as an answer, because on a slow link the answer
 * to a ping waits behind a report. The limit is a number of pings and not a time, so that a core that was suspended
 * itself does not blame its clients.
 */
export function closeUnresponsiveSessions(
  server: Http2SecureServer,
  { intervalMilliseconds, pings }: PingLimit,
): Disposable {
  const counters = new Map<ServerHttp2Session, { bytes: number; pings: number }>();
  server.on('session', (session) => {
    counters.set(session, { bytes: 0, pings: 0 });
    session.once('close', () => counters.delete(session));
  });
  const timer = setInterval(() => {
    for (const [session, received] of counters) {
      if (session.destroyed) continue;
      const bytes = session.socket.bytesRead;
      received.pings = bytes === received.bytes ? received.pings + 1 : 0;
      received.bytes = bytes;
      if (received.pings >= pings) session.destroy();
      // an unanswered ping stays outstanding; Node allows ten
      else session.ping(() => undefined);
    }
  }, intervalMilliseconds);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
