import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance } from 'fastify';

/** Longer than any request takes that is not stuck; shorter than supervisors wait before they kill the process. */
const graceMilliseconds = 8_000;

/**
 * Must be called before the server listens. Returns a function that stops the server: it refuses new requests, waits
 * for those in flight, and then closes all remaining connections, such as that of a refused upload that continues.
 */
export function prepareStop(app: FastifyInstance): () => Promise<void> {
  let isStopping = false;
  let inFlight = 0;
  let settled: (() => void) | undefined;
  app.server.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      if (inFlight === 0) settled?.();
    });
  });

  app.addHook('onRequest', async () => {
    if (isStopping) throw new DomainError('shutting_down', { retry_after_seconds: 1 });
  });

  return async () => {
    isStopping = true;
    const closed = app.close();
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, graceMilliseconds);
      settled = () => {
        clearTimeout(limit);
        resolve();
      };
      if (inFlight === 0) settled();
    });
    app.server.closeAllConnections();
    await closed;
  };
}
