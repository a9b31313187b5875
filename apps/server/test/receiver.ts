import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server that records requests, as a receiver of webhooks or a collector of logs. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** The status of answers from now on; 200 at first. */
  answer(status: number, body?: string): void;
  /** Resolves with all requests when there are `count`. */
  waitFor(count: number): Promise<readonly ReceivedRequest[]>;
  /** Resolves once the condition is true after a request. */
  waitUntil(condition: () => boolean): Promise<void>;
  /** From now on each request is handled by the listener, in place of an answer. */
  handle(listener: RequestListener): void;
}

/** Of 127.0.0.1. With `tls`, its certificate and key in PEM format. */
export async function startReceiver(tls?: { readonly cert: string; readonly key: string }): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const waiting: { readonly isMet: () => boolean; readonly done: () => void }[] = [];
  let status = 200;
  let content = '';
  let handle: RequestListener | undefined;

  const listener: RequestListener = async (request, response) => {
    const body = await readText(request);
    received.push({ path: request.url ?? '', headers: request.headers, body });
    if (handle) handle(request, response);
    else response.writeHead(status, { location: '/elsewhere' }).end(content);
    for (const { isMet, done } of waiting) if (isMet()) done();
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  async function waitUntil(isMet: () => boolean): Promise<void> {
    if (isMet()) return;
    const { promise, resolve: done } = Promise.withResolvers<void>();
    waiting.push({ isMet, done });
    await promise;
  }

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    answer(next, body = '') {
      handle = undefined;
      status = next;
      content = body;
    },
    handle: (next) => {
      handle = next;
    },
    waitUntil,
    async waitFor(count) {
      await waitUntil(() => received.length >= count);
      return received;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
