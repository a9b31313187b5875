import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { pathOf } from '@gatewarden/listener/request-target';
import { isBuilt, serveFiles } from '@gatewarden/listener/static-files';
import type { FastifyInstance, FastifyReply } from 'fastify';

interface UnmatchedPathOptions {
  /** The console, if it is built. */
  readonly files: URL;
  readonly endpoints: readonly Endpoint[];
  /** Whether the browser has a session, valid or not: its page loads more of the console ahead. */
  readonly hasSession: (headers: IncomingHttpHeaders) => boolean;
}

/** The page with links to what it loads after sign-in. */
const pageOfSessions = 'session.html';

/**
 * Serves the files of the console, and its page for all other paths outside of `/api`. Below `/api`, an unknown path is
 * 404 and an unsupported method 405. If the console is built again meanwhile, the new build is served.
 */
export async function handleUnmatchedPaths(
  app: FastifyInstance,
  { files, endpoints, hasSession }: UnmatchedPathOptions,
): Promise<void> {
  const hasPages = isBuilt(files);
  if (hasPages) await serveFiles(app, files, [pageOfSessions]);
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
    // operators try these paths by habit; the page of the console would answer 200 in any state
    if (path === '/health' || path === '/ready') throw new DomainError('route_not_found');
    if (!hasPages || /^\/(assets|fonts|svg)\//.test(path)) throw new DomainError('route_not_found');
  }
  // in a hook, because the handler runs after the body was read
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuse(request.method, pathOf(request.url), reply);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    // a path of the API documentation does not pass the hook
    refuse(request.method, path, reply);
    const page =
      hasSession(request.headers) && existsSync(new URL(pageOfSessions, files)) ? pageOfSessions : 'index.html';
    return reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' }).sendFile(page);
  });
}

/** RFC 9110 §15.5.6: the answer lists the supported methods; HEAD is supported with every GET. */
function refusal(methods: ReadonlySet<string>, reply: FastifyReply): DomainError {
  reply.header('allow', [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
  return new DomainError('method_not_allowed');
}
