import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { createHttpServer, type HttpOptions } from '../src/platform/http/http-server.ts';
import { createLog } from '../src/platform/log/log.ts';

export interface RawHttpServer extends AsyncDisposable {
  /** A new connection to the server, from an address of the loopback network. */
  readonly open: (localAddress?: string) => Promise<Socket>;
}

/** Our HTTP server without routes, for tests that add routes and connect with plain sockets. */
export function createBareServer(options: Partial<HttpOptions>): Promise<FastifyInstance> {
  return createHttpServer({
    log: createLog('silent', new PassThrough()),
    version: '0',
    trustedProxies: [],
    isHttps: () => false,
    sessionCookieName: 'session',
    ...options,
  });
}

/** Listens on a free port; disposing closes the sockets and the server. */
export async function listenForSockets(app: FastifyInstance): Promise<RawHttpServer> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    async open(localAddress = '127.0.0.1') {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await app.close();
    },
  };
}
