import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectionLimits, createConnectionLimit } from '@gatewarden/listener/connections/connection-limit';
import { toOriginForm } from '@gatewarden/listener/request-target';

interface Options {
  readonly port: number;
  readonly host: string;
  /** The https addresses, the first for requests to other hosts; without a path. */
  readonly targets: () => readonly string[];
  /** The content with which a token of an HTTP-01 challenge (RFC 8555) is answered; undefined for an unknown one. */
  readonly findChallenge: (token: string) => Promise<string | undefined>;
}

const challengePath = '/.well-known/acme-challenge/';
const timeoutMilliseconds = 10_000;
/** Each connection is used for one request. */
const connectionLimits: ConnectionLimits = {
  max: 512,
  maxPerNetwork: 64,
  maxUnauthenticated: 512,
  reservedForKnown: 0,
  maxUnauthenticatedPerNetwork: 64,
  graceMilliseconds: 1_000,
};

/**
 * Listens without TLS, redirects browsers to the https address and answers HTTP-01 challenges. Other methods are refused, so that
 * a client that is set to http fails rather than sending its secrets unencrypted with each call.
 * @throws the error of Node if it cannot listen
 */
export async function startRedirectServer({ port, host, targets, findChallenge }: Options) {
  const server = createServer(
    {
      maxHeaderSize: 8_192,
      headersTimeout: timeoutMilliseconds,
      requestTimeout: timeoutMilliseconds,
      connectionsCheckingInterval: 1_000,
      keepAlive: false,
      requireHostHeader: false,
    },
    (request, response) => {
      response.setHeader('connection', 'close');
      answer(request, response, { targets, findChallenge }).catch(() => send(response, 500, 'internal error'));
    },
  );
  server.setTimeout(timeoutMilliseconds);
  server.on('connection', createConnectionLimit(connectionLimits).add);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { targets, findChallenge }: Pick<Options, 'targets' | 'findChallenge'>,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 403, 'https is required');
  const path = toOriginForm(request);
  if (path.startsWith(challengePath)) {
    const content = await findChallenge(path.slice(challengePath.length));
    return content === undefined ? send(response, 404, 'not found') : send(response, 200, content);
  }
  const [first = '', ...others] = targets();
  const name = hostOf(request.headers.host);
  const target = others.find((each) => new URL(each).hostname === name) ?? first;
  // the path cannot select another host, because it begins with a slash
  const location = path.startsWith('/') ? URL.parse(`${target}${path}`)?.href : undefined;
  if (!location) return send(response, 400, 'bad request');
  response.setHeader('location', location);
  return send(response, 308, 'moved');
}

function hostOf(header: string | undefined): string | undefined {
  return URL.parse(`http://${header ?? ''}`)?.hostname;
}

function send(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  const body = `${text}\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': status === 200 ? Buffer.byteLength(text) : Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(status === 200 ? text : body);
}
