import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JsonItems } from '../database/json-items.ts';
import type { CompressList } from './compress-list.ts';
import type { Serializer } from './serializer.ts';

/** Items of a list, in order. A part is in memory as a whole, and blocks other calls while it is serialized. */
export type ListPart<Item> = readonly Item[] | JsonItems<Item>;

/** While less is waiting for the reader, the next part is read: the database works while core sends. */
const readAheadBytes = 256 * 1024;

interface ListOptions {
  readonly serialize: Serializer;
  readonly admitAgain: () => Promise<unknown>;
  readonly compress: CompressList;
}

/**
 * Answers with a JSON array and reads its parts as fast as the caller does. A list of one part, and a failure before the
 * third one, are answered as by any other call; after a later failure, which is logged, the connection is closed within
 * the answer.
 * No part but the first is sent before `admitAgain` has succeeded for it.
 */
export async function sendList(
  reply: FastifyReply,
  parts: AsyncGenerator<ListPart<unknown>, void, void>,
  { serialize, admitAgain, compress }: ListOptions,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  const encoded = encodeParts(parts, serialize);
  const first = await encoded.next();
  if (first.done) return reply.send(Buffer.concat([Buffer.from('['), ...first.value, Buffer.from(']')]));
  if (reply.request.method === 'HEAD') {
    await encoded.return([]);
    // without a length: that of the list is not known
    return reply.send(Readable.from([]));
  }
  const list = Readable.from(resume(first.value, logFailure(encoded, reply), admitAgain), {
    objectMode: false,
    highWaterMark: readAheadBytes,
  });
  return reply.send(compress(reply, list));
}

/** The items of a part as JSON with commas between them; never empty. */
type Chunks = readonly Buffer[];
type Parts = AsyncGenerator<Chunks, Chunks, void>;

/** The items of each part, held back until there is a next part. Returns the last ones, none if the list is empty. */
async function* encodeParts(parts: AsyncGenerator<ListPart<unknown>, void, void>, serialize: Serializer): Parts {
  let chunks: Chunks = [];
  for await (const part of parts) {
    const next = 'json' in part ? [...slices(part.json)] : [...encodeItems(part, serialize)];
    if (next.length === 0) continue;
    if (chunks.length > 0) yield chunks;
    chunks = next;
  }
  return chunks;
}

/** Of a longer text, the pieces from which the serializer builds it would survive garbage collections. */
const itemsAtOnce = 100;

function* encodeItems(part: readonly unknown[], serialize: Serializer): Generator<Buffer, void, void> {
  for (let from = 0; from < part.length; from += itemsAtOnce) {
    const array = Buffer.from(serialize(part.slice(from, from + itemsAtOnce)));
    // with a comma instead of the bracket, except before the first item
    array.write(',');
    yield array.subarray(from === 0 ? 1 : 0, -1);
  }
}

async function* logFailure(parts: Parts, { request, log }: FastifyReply): Parts {
  try {
    return yield* parts;
  } catch (error) {
    log.error({ err: error, req: request }, 'a list broke off');
    throw error;
  }
}

async function* resume(first: Chunks, rest: Parts, admitAgain: () => Promise<unknown>): AsyncGenerator<Buffer> {
  try {
    yield Buffer.from('[');
    yield* first;
    for (;;) {
      const [{ value, done }] = await Promise.all([rest.next(), admitAgain()]);
      yield Buffer.from(',');
      yield* value;
      if (done) break;
    }
    yield Buffer.from(']');
  } finally {
    await rest.return([]);
  }
}

/** The memory of a long text comes from the system, and encoding it takes three times as long. */
const charactersAtOnce = 64 * 1024;

/** Cuts after commas, and therefore not within a character that has two code units. */
function* slices(text: string): Generator<Buffer, void, void> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(',', from + charactersAtOnce) + 1 || text.length;
    yield Buffer.from(text.slice(from, end));
    from = end;
  }
}
