import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf, widerBlockOf } from '@gatewarden/listener/address-block';
import { callerAddressOf } from '@gatewarden/listener/caller-address';
import type { FastifyInstance } from 'fastify';
import { createDownloadLimit } from './download-limit.ts';
import type { OfferedPackage } from './offered-package.ts';

interface Dependencies {
  readonly folder: URL;
  readonly offered: OfferedPackage | undefined;
}

/**
 * Serves the installer, the package and the Containerfile below `/install` to anyone: they contain no secret, and the
 * commands that the console shows verify them.
 */
export function addPackageDownloads(app: FastifyInstance, { folder, offered }: Dependencies): void {
  const limit = createDownloadLimit();
  if (offered) {
    const { file, installer } = offered;
    app.get('/install/gateway.sh', async (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache' }).type('text/plain; charset=utf-8').send(installer),
    );
    app.get('/install/gateway.Containerfile', async (_request, reply) => {
      const text = await readFile(new URL('gateway.Containerfile', folder), 'utf8');
      return reply.headers({ 'cache-control': 'no-cache' }).type('text/plain; charset=utf-8').send(text);
    });
    app.get(`/install/${file}`, { exposeHeadRoute: false }, async (request, reply) => {
      const path = new URL(file, folder);
      const { size } = await stat(path);
      const address = callerAddressOf(request);
      const client = { origin: addressBlockOf(address), network: widerBlockOf(address) };
      limit.makeRoom(client);
      const stream = createReadStream(path);
      limit.add(client, stream, reply.raw);
      const headers = { 'content-length': size, 'content-disposition': `attachment; filename="${file}"` };
      return reply.headers(headers).type('application/vnd.debian.binary-package').send(stream);
    });
  }
  // the console is served for all other paths
  app.all('/install/*', async () => {
    throw new DomainError('route_not_found');
  });
}
