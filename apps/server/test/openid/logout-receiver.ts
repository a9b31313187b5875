import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application that receives logout tokens. */
export interface LogoutReceiver extends AsyncDisposable {
  readonly url: string;
  /** In the order of their arrival. */
  readonly received: readonly string[];
}

/** Accepts only what applications can parse: a form with its content type. */
export async function startLogoutReceiver(): Promise<LogoutReceiver> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') {
      return void response.writeHead(415).end();
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push(new URLSearchParams(Buffer.concat(parts).toString()).get('logout_token') ?? '');
    response.end();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/logout`,
    received,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
