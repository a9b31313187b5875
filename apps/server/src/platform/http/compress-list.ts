import { pipeline, type Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';

/** More lists are sent uncompressed: zlib uses the threads that password hashes and files need. */
const maxConcurrent = 2;
/** The fastest. Lists become a fifth as large; higher levels take twice the time for little less. */
const level = 1;
/** Each part is sent when it was written, as in an uncompressed list. */
const flush = constants.Z_SYNC_FLUSH;

/** Returns what to send instead of the list, which is read as fast as the result. */
export type CompressList = (reply: FastifyReply, list: Readable) => Readable;

/**
 * Compresses long lists for callers that accept gzip, in threads and part by part.
 *
 * The length of a compressed answer tells an observer on the network who can choose a text in it whether the same
 * text occurs elsewhere in the answer (BREACH, CVE-2013-3587). So no other answers are compressed, and the items of
 * lists must contain no secrets.
 */
export function createListCompression(): CompressList {
  let concurrent = 0;
  return (reply, list) => {
    reply.header('vary', 'accept-encoding');
    if (concurrent >= maxConcurrent || !acceptsGzip(reply.request.headers['accept-encoding'])) return list;
    concurrent += 1;
    reply.header('content-encoding', 'gzip');
    return pipeline(list, createGzip({ level, flush, chunkSize: 64 * 1024 }), () => {
      concurrent -= 1;
    });
  };
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return typeof header === 'string' && negotiate(header, ['gzip']) === 'gzip';
}
