import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explainListenFailure } from '../explain-listen-failure.ts';
import type { Log } from '../log/log.ts';
import type { MetricsRegistry } from './registry.ts';

interface Place {
  readonly port: number;
  readonly host: string;
}

/** A Prometheus server needs one connection. */
const maxConnections = 32;
const timeoutMilliseconds = 10_000;

/**
 * Serves `GET /metrics` without authentication, and nothing else.
 * @throws StartError if it cannot listen
 */
export async function startMetricsServer(
  registry: Pick<MetricsRegistry, 'scrape' | 'contentType'>,
  place: Place,
  log: Pick<Log, 'error'>,
) {
  const server = createServer(
    { requestTimeout: timeoutMilliseconds, headersTimeout: timeoutMilliseconds, keepAliveTimeout: timeoutMilliseconds },
    (request, response) => {
      request.resume();
      const path = request.url?.split('?')[0];
      if (path !== '/metrics') return answer(response, 404, 'Metrics are at /metrics.\n');
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return answer(response, 405, 'Only GET is supported.\n');
      registry.scrape().then(
        (text) => answer(response, 200, text, registry.contentType),
        (error: unknown) => {
          log.error({ err: error }, 'the metrics could not be read');
          answer(response, 500, 'The metrics could not be read.\n');
        },
      );
    },
  );
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, resolve);
  }).catch(explainListenFailure({ ...place, prefix: 'GATEWARDEN_METRICS' }));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
