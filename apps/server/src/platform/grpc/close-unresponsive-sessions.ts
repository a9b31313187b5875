import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';

export interface PingLimit {
  /** How often each client is pinged. */
  readonly intervalMilliseconds: number;
  /** After so many pings in a row during which not one byte came, the connection is closed. */
  readonly pings: number;
}

/** A client that is suspended, or whose link was cut without a word, is noticed within 8 s. */
export const defaultPingLimit: PingLimit = { intervalMilliseconds: 2_000, pings: 3 };

/**
 * Pings each client, and closes the connections of those that answer with nothing at all: TCP alone takes minutes to notice
 * a dead link, and never notices a process that hangs. Whatever comes counts as an answer, because on a slow link the
 * answer to a ping waits behind a report. Pings are counted rather than time, so that a core that was suspended itself
 * does not blame its clients.
 */
export function closeUnresponsiveSessions(
  server: Http2SecureServer,
  { intervalMilliseconds, pings }: PingLimit,
): Disposable {
  const silence = new Map<ServerHttp2Session, { bytes: number; pings: number }>();
  server.on('session', (session) => {
    silence.set(session, { bytes: 0, pings: 0 });
    session.once('close', () => silence.delete(session));
  });
  const timer = setInterval(() => {
    for (const [session, heard] of silence) {
      if (session.destroyed) continue;
      const bytes = session.socket.bytesRead;
      heard.pings = bytes === heard.bytes ? heard.pings + 1 : 0;
      heard.bytes = bytes;
      if (heard.pings >= pings) session.destroy();
      // an unanswered one stays outstanding, of which Node allows ten
      else session.ping(() => undefined);
    }
  }, intervalMilliseconds);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
