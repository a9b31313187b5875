import { createReadStream, type ReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import type { FastifyInstance } from 'fastify';
import type { OfferedPackage } from './offered-package.ts';

/** Of all clients together at the same time: a package has 40 MB. */
const maxDownloads = 16;
/** Of one address at the same time, so that one client does not keep others from downloading. */
const maxDownloadsOfAddress = 4;
/** A download that made less progress since the last check ends, whatever the client says it does. */
const checkMilliseconds = 30_000;
const minBytesPerCheck = 131_072;

interface Dependencies {
  readonly folder: URL;
  readonly offered: OfferedPackage | undefined;
}

/**
 * Serves the installer, the package and the Containerfile below `/install` to anyone: they contain no secret, and the
 * commands that the console shows verify them.
 */
export function addPackageDownloads(app: FastifyInstance, { folder, offered }: Dependencies): void {
  const downloads = new Map<string, number>();
  if (offered) {
    const { file, installer } = offered;
    app.get('/install/gateway.sh', async (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache' }).type('text/plain; charset=utf-8').send(installer),
    );
    app.get('/install/gateway.Containerfile', async (_request, reply) => {
      const text = await readFile(new URL('gateway.Containerfile', folder), 'utf8');
      return reply.headers({ 'cache-control': 'no-cache' }).type('text/plain; charset=utf-8').send(text);
    });
    app.get(`/install/${file}`, { exposeHeadRoute: false }, async ({ ip }, reply) => {
      const origin = addressBlockOf(ip);
      const path = new URL(file, folder);
      const { size } = await stat(path);
      const ofOrigin = downloads.get(origin) ?? 0;
      const all = downloads.values().reduce((sum, count) => sum + count, 0);
      if (all >= maxDownloads || ofOrigin >= maxDownloadsOfAddress)
        throw new DomainError('rate_limited', { retry_after_seconds: 10 });
      downloads.set(origin, ofOrigin + 1);
      const stream = createReadStream(path);
      const end = endWhenStalled(stream, reply.raw);
      stream.once('close', () => {
        end();
        const left = (downloads.get(origin) ?? 1) - 1;
        if (left > 0) downloads.set(origin, left);
        else downloads.delete(origin);
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

/** Closes the connection when the client takes too little of the file. Returns a function that stops watching. */
function endWhenStalled(stream: ReadStream, response: ServerResponse): () => void {
  let before = 0;
  const timer = setInterval(() => {
    if (stream.bytesRead - before < minBytesPerCheck) response.destroy();
    before = stream.bytesRead;
  }, checkMilliseconds);
  return () => clearInterval(timer);
}
