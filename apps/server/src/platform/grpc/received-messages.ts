import { type ContextValues, createContextKey } from '@connectrpc/connect';
import type { FieldCounter } from './field-counter.ts';

/** Totals of what core has read of one call so far. */
export interface Received {
  /** Bytes of messages, including their prefixes. */
  readonly bytes: number;
  /** Fields of messages, including nested messages. */
  readonly fields: number;
}

const receivedKey = createContextKey<Received>({ bytes: 0, fields: 0 }, { description: 'received messages' });

/** Includes a message before it reaches the implementation of the call. */
export function receivedOf({ values }: { readonly values: ContextValues }): Received {
  return values.get(receivedKey);
}

/** Message prefix of gRPC over HTTP/2: a byte of flags and the length. */
const prefixBytes = 5;
const compressedFlag = 1;

/**
 * Passes on the body of a call and counts each message when it is complete and before it is decoded. Prefixes are
 * passed on first, so that Connect refuses a message that is too long before it arrives.
 * @throws what `countFields` throws
 */
export function countMessages(
  body: AsyncIterable<Uint8Array>,
  countFields: FieldCounter,
  values: ContextValues,
): AsyncIterable<Uint8Array> {
  const received = { bytes: 0, fields: 0 };
  values.set(receivedKey, received);
  return countEach(body, countFields, received);
}

async function* countEach(
  body: AsyncIterable<Uint8Array>,
  countFields: FieldCounter,
  received: { bytes: number; fields: number },
): AsyncGenerator<Uint8Array, void, void> {
  const buffer = createBuffer();
  let prefix: Buffer | undefined;
  for await (const chunk of body) {
    buffer.add(chunk);
    for (;;) {
      if (!prefix) {
        prefix = buffer.take(prefixBytes);
        if (!prefix) break;
        yield prefix;
      }
      const message = buffer.take(prefix.readUInt32BE(1));
      if (!message) break;
      received.bytes += prefixBytes + message.length;
      // Connect refuses compressed messages
      if ((prefix.readUInt8(0) & compressedFlag) === 0) received.fields += countFields(message);
      prefix = undefined;
      yield message;
    }
  }
  const rest = buffer.take(buffer.length());
  if (rest?.length) yield rest;
}

function createBuffer() {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    length: () => length,
    add(chunk: Uint8Array) {
      chunks.push(chunk);
      length += chunk.length;
    },
    /** Undefined while fewer bytes are buffered. */
    take(bytes: number): Buffer | undefined {
      if (length < bytes) return undefined;
      const [first] = chunks;
      const all =
        chunks.length === 1 && first ? Buffer.from(first.buffer, first.byteOffset, length) : Buffer.concat(chunks);
      const rest = all.subarray(bytes);
      chunks = rest.length > 0 ? [rest] : [];
      length = rest.length;
      return all.subarray(0, bytes);
    },
  };
}
