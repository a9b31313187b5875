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
  reply.type('application/json; charset=utf-8').serializer(String);
  const texts = toTexts(parts, serialize);
  const first = await texts.next();
  if (first.done) return reply.send(`[${first.value}]`);
  if (reply.request.method === 'HEAD') {
    await texts.return('');
    return reply.send();
  }
  const list = Readable.from(resume(first.value, logFailure(texts, reply), admitAgain), {
    objectMode: false,
    highWaterMark: readAheadBytes,
  });
  return reply.send(compress(reply, list));
}

type Texts = AsyncGenerator<string, string, void>;

/** The items of each part, held back until there is a next part. Returns the last ones. */
async function* toTexts(parts: AsyncGenerator<ListPart<unknown>, void, void>, serialize: Serializer): Texts {
  let text = '';
  for await (const part of parts) {
    const items = 'json' in part ? part.json : serialize(part).slice(1, -1);
    if (items === '') continue;
    if (text !== '') yield text;
    text = items;
  }
  return text;
}

async function* logFailure(texts: Texts, { request, log }: FastifyReply): Texts {
  try {
    return yield* texts;
  } catch (error) {
    log.error({ err: error, req: request }, 'a list broke off');
    throw error;
  }
}

async function* resume(first: string, rest: Texts, admitAgain: () => Promise<unknown>): AsyncGenerator<string> {
  try {
    yield '[';
    yield* slices(first);
    for (;;) {
      const [{ value, done }] = await Promise.all([rest.next(), admitAgain()]);
      yield ',';
      yield* slices(value);
      if (done) break;
    }
    yield ']';
  } finally {
    await rest.return('');
  }
}

/** The memory of a long text comes from the system, and encoding it takes three times as long. */
const charactersAtOnce = 64 * 1024;

/** Cuts after commas, and therefore not within a character that has two code units. */
function* slices(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(',', from + charactersAtOnce) + 1 || text.length;
    yield text.slice(from, end);
    from = end;
  }
}
