import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { OfferedPackage } from './offered-package.ts';

/** Of all clients together at the same time: a package has 40 MB. */
const maxDownloads = 16;

interface Dependencies {
  readonly folder: URL;
  readonly offered: OfferedPackage | undefined;
}

/**
 * Serves the installer, the package and the Containerfile below `/install` to anyone: they contain no secret, and the
 * commands that the console shows verify them.
 */
export function addPackageDownloads(app: FastifyInstance, { folder, offered }: Dependencies): void {
  let downloads = 0;
  if (offered) {
    const { file, installer } = offered;
    app.get('/install/gateway.sh', async (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache' }).type('text/plain; charset=utf-8').send(installer),
    );
    app.get('/install/gateway.Containerfile', async (_request, reply) => {
      const text = await readFile(new URL('gateway.Containerfile', folder), 'utf8');
      return reply.headers({ 'cache-control': 'no-cache' }).type('text/plain; charset=utf-8').send(text);
    });
    app.get(`/install/${file}`, { exposeHeadRoute: false }, async (_request, reply) => {
      if (downloads >= maxDownloads) throw new DomainError('rate_limited', { retry_after_seconds: 10 });
      const address = new URL(file, folder);
      const { size } = await stat(address);
      const stream = createReadStream(address);
      downloads += 1;
      stream.once('close', () => {
        downloads -= 1;
      });
      const headers = { 'content-length': size, 'content-disposition': `attachment; filename="${file}"` };
      return reply.headers(headers).type('application/vnd.debian.binary-package').send(stream);
    });
  }
  // the console is served for all other paths
  app.all('/install/*', async () => {
    throw new DomainError('route_not_found');
  });
}
