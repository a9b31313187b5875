import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOf } from './request-target.ts';

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
export async function handleUnmatchedPaths(
  app: FastifyInstance,
  { files, endpoints, absent }: OtherPaths,
): Promise<void> {
  for (const path of absent) {
    const refuseAll = async () => {
      throw new DomainError('route_not_found');
    };
    // before the body is read; the handler is not reached
    app.all(`/api/v1${path}`, { schema: { hide: true }, onRequest: refuseAll, handler: refuseAll });
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
  function refuse(method: string, path: string, reply: FastifyReply): void {
    if (path === '/api' || path.startsWith('/api/')) {
      const methods = calls.filter(({ pattern }) => pattern.test(path)).map((call) => call.method);
      if (methods.length === 0) throw new DomainError('route_not_found');
      throw refusal(new Set(methods), reply);
    }
    if (method !== 'GET' && method !== 'HEAD') throw refusal(new Set(['GET']), reply);
    // where operators look for health by habit; the console's page would say 200 whatever the state is
    if (path === '/health' || path === '/ready') throw new DomainError('route_not_found');
    if (!isBuilt || /^\/(assets|fonts|svg)\//.test(path)) throw new DomainError('route_not_found');
  }
  // not in the handler, which runs after the body was read
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuse(request.method, pathOf(request.url), reply);
  });
  app.setNotFoundHandler((_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'));
}

/** RFC 9110 §15.5.6: the answer says which methods the path takes; a HEAD goes with every GET. */
function refusal(methods: ReadonlySet<string>, reply: FastifyReply): DomainError {
  reply.header('allow', [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
  return new DomainError('method_not_allowed');
}
