import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance } from 'fastify';

interface OtherPaths {
  /** The console, if it is built. */
  readonly files: URL;
  readonly endpoints: readonly Endpoint[];
  /** Paths below `/api/v1` without calls, though a parameter of some call would match them. */
  readonly absent: readonly string[];
}

/**
 * Serves the console's files, and its page for every other path that a browser may open. Below `/api` a path that no
 * call has is 404, one that takes another method 405.
 */
export async function answerOtherPaths(app: FastifyInstance, { files, endpoints, absent }: OtherPaths): Promise<void> {
  for (const path of absent) {
    app.all(`/api/v1${path}`, () => {
      throw new DomainError('route_not_found');
    });
  }
  const isBuilt = existsSync(new URL('index.html', files));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(files),
      wildcard: false,
      preCompressed: true,
      index: false,
      setHeaders: (reply, path) => {
        // file names under assets carry a hash of their content
        const forever = path.includes('/assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const calls = endpoints.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^/api/v1${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`),
  }));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (path === '/api' || path.startsWith('/api/')) {
      const methods = calls.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
      if (methods.length === 0) throw new DomainError('route_not_found');
      // RFC 9110 §15.5.6: says which methods the path takes; a HEAD goes with every GET
      reply.header('allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
      throw new DomainError('method_not_allowed');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new DomainError('method_not_allowed');
    if (!isBuilt || /^\/(assets|fonts|svg)\//.test(path)) throw new DomainError('route_not_found');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
