import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JsonItems } from '../database/json-items.ts';
import type { Serializer } from './serializer.ts';

/** Items of a list, in order. A part is in memory as a whole, and blocks other calls while it is serialized. */
export type ListPart<Item> = readonly Item[] | JsonItems<Item>;

/** While less is waiting for the reader, the next part is read: the database works while core sends. */
const readAheadBytes = 256 * 1024;

/**
 * Answers with a JSON array and reads its parts as fast as the caller does. A list of one part, and a failure before the
 * third one, are answered as by any other call; after a later failure the connection is closed within the answer.
 * `admitAgain` is called before every part but the first.
 */
export async function sendList(
  reply: FastifyReply,
  parts: AsyncGenerator<ListPart<unknown>, void, void>,
  { serialize, admitAgain }: { readonly serialize: Serializer; readonly admitAgain: () => Promise<unknown> },
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').serializer(String);
  const texts = toTexts(parts, serialize);
  const first = await texts.next();
  if (first.done) return reply.send(first.value);
  if (reply.request.method === 'HEAD') {
    await texts.return('');
    return reply.send();
  }
  return reply.send(
    Readable.from(resume(first.value, texts, admitAgain), { objectMode: false, highWaterMark: readAheadBytes }),
  );
}

type Texts = AsyncGenerator<string, string, void>;

/** Each text is held back until there is a next part, so that a list of one part is one text. Returns the last one. */
async function* toTexts(parts: AsyncGenerator<ListPart<unknown>, void, void>, serialize: Serializer): Texts {
  let text = '';
  for await (const part of parts) {
    const items = 'json' in part ? part.json : serialize(part).slice(1, -1);
    if (items === '') continue;
    if (text !== '') yield text;
    text = text === '' ? `[${items}` : `,${items}`;
  }
  return text === '' ? '[]' : `${text}]`;
}

async function* resume(first: string, rest: Texts, admitAgain: () => Promise<unknown>): AsyncGenerator<string> {
  try {
    yield first;
    for (;;) {
      await admitAgain();
      const { value, done } = await rest.next();
      yield value;
      if (done) return;
    }
  } finally {
    await rest.return('');
  }
}
