import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

/** A proxy in front of PostgreSQL that can drop all packets silently, like a pulled cable. */
export interface Proxy extends AsyncDisposable {
  /** Connects through the proxy. */
  readonly connection: pg.ClientConfig;
  /** Drops all data from now on; connections stay open. */
  silence(): void;
  /** Forwards new connections again; silenced ones stay silent. */
  restore(): void;
}

export async function startProxy({ host = '', port, ...login }: pg.ClientConfig): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  const cut = new WeakSet<Socket>();
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`);
    const pairs = [
      [near, far],
      [far, near],
    ] as const;
    for (const [from, to] of pairs) {
      sockets.add(from);
      from.on('data', (data) => {
        if (!silent && !cut.has(near)) to.write(data);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    connection: { ...login, host: '127.0.0.1', port: address.port },
    silence() {
      silent = true;
      for (const socket of sockets) cut.add(socket);
    },
    restore() {
      silent = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
