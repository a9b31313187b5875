import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance } from 'fastify';
import { pathOf } from './request-target.ts';

/** Whether pages were built into the folder. */
export function isBuilt(files: URL): boolean {
  return existsSync(new URL('index.html', files));
}

/**
 * Serves the files of a build of Vite, with their compressed copies. If it is built again meanwhile, the new build is
 * served. `pages` have no address of their own.
 */
export async function serveFiles(app: FastifyInstance, files: URL, pages: readonly string[] = []): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(files),
    wildcard: false,
    preCompressed: true,
    // one route per file; all assets share one, and a compressed copy is only sent instead of its original
    globIgnore: ['assets/**', '**/*.{br,gz}', ...pages],
    index: false,
    setHeaders: (reply, path) => {
      // file names below assets contain a hash of their content
      const isImmutable = path.includes('/assets/');
      reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/assets/:name', async (request, reply) => {
    const path = pathOf(request.url);
    // such a name can neither leave the folder nor be that of a compressed copy
    const isName = /^\/assets\/\w[\w.-]*(?<!\.(?:br|gz))$/.test(path);
    if (!isName || !existsSync(new URL(path.slice(1), files))) throw new DomainError('route_not_found');
    return reply.sendFile(path.slice(1));
  });
}
