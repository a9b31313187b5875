import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application without authentication; it shows the user from the request headers. */
export interface Application extends AsyncDisposable {
  readonly port: number;
  /** Headers of each request, oldest first. */
  readonly requests: readonly IncomingHttpHeaders[];
}

export async function startApplication(): Promise<Application> {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    const user = String(request.headers['remote-user'] ?? 'anonymous');
    request.resume().on('end', () => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>App</title><h1>Hello ${user}</h1><p>${request.url}</p>`);
    });
  });
  server.on('upgrade', (request, socket) => {
    requests.push(request.headers);
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
