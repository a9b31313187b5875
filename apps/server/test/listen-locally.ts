import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Listens on a free port of 127.0.0.1; disposing closes the server and its connections. */
export async function listenLocally(
  onConnection: (socket: Socket) => void,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // `close` follows
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
