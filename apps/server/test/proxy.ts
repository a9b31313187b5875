import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

/** A network between a client and PostgreSQL that can go silent, as a pulled cable does. */
export interface Proxy extends AsyncDisposable {
  /** Leads through it. */
  readonly connection: pg.ClientConfig;
  /** From now on nothing gets through, and nobody is told. */
  silence(): void;
  /** New connections get through again; what was silent stays so. */
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
