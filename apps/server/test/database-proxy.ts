import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { TestDatabase } from './test-database.ts';

/** A connection to the database that can be cut and restored. */
export interface DatabaseProxy extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Breaks every connection; new ones are refused. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/**
 * Accepts only the first `most` connections. Data that a client sends on the nth connection, counted from 1, is delayed
 * by `delayOf` milliseconds.
 */
export async function startDatabaseProxy(
  { connection }: TestDatabase,
  most = Number.POSITIVE_INFINITY,
  delayOf: (nth: number, sent: Buffer) => number = () => 0,
): Promise<DatabaseProxy> {
  const { host = '', port, user, password, database } = connection;
  // a folder as host means the Unix socket in it, as in libpq
  const path = join(host, `.s.PGSQL.${port}`);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let connections = 0;

  function delaying(nth: number): Transform {
    return new Transform({
      transform(sent: Buffer, _, done) {
        const delay = delayOf(nth, sent);
        if (delay > 0) setTimeout(done, delay, null, sent);
        else done(null, sent);
      },
    });
  }

  function link(near: Socket, nth: number): void {
    const far = connect(path);
    near.pipe(delaying(nth)).pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }

  async function listen(at: number): Promise<number> {
    server = createServer((near) => {
      connections += 1;
      if (connections > most) {
        near.destroy();
        return;
      }
      link(near, connections);
    }).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = once(closing, 'close');
    closing.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const ownPort = await listen(0);
  return {
    url: `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${ownPort}/${database}`,
    cut,
    restore: async () => void (await listen(ownPort)),
    [Symbol.asyncDispose]: cut,
  };
}
