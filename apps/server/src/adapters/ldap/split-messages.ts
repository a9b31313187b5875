/** Limits for what a server may send in answer to one request. */
export interface AnswerLimits {
  readonly maxMessageBytes: number;
  readonly maxBytes: number;
  readonly maxMessages: number;
  /** Of entries that are omitted. */
  readonly maxOmittedBytes: number;
}

/** The server sent something that is not LDAP, or more than was asked for. */
export class AnswerLimitError extends Error {}

/** More than the name of an entry has. */
const headBytes = 8_192;

/**
 * Splits what a server sends into complete messages and counts them. The client library copies its buffer for each chunk
 * and recurses for each message in it, so it must be handed one message at a time. Of an entry that is too large only the name
 * is returned, without attributes: people can often write attributes of their own entry, which must not prevent others from
 * being read.
 */
export function createMessageSplitter(limits: AnswerLimits) {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let needed = 2;
  let bytes = 0;
  let messages = 0;
  let maxEntryBytes = limits.maxMessageBytes;
  /** Bytes of the entry that is being omitted which did not come yet. */
  let omitting = 0;
  let omitted = 0;

  function countOmitted(count: number): void {
    omitted += count;
    if (omitted > limits.maxOmittedBytes) throw new AnswerLimitError('the server sent too much');
  }

  /** What follows the part of an omitted entry in this chunk. */
  function withoutOmitted(chunk: Buffer): Buffer {
    const count = Math.min(omitting, chunk.length);
    omitting -= count;
    countOmitted(count);
    return chunk.subarray(count);
  }

  /** Replaces the message at the start of the buffer, of which at least its head is there. */
  function omitEntry(whole: Buffer, length: number): Buffer {
    const named = nameOnly(whole);
    if (!named) throw new AnswerLimitError('the server sent a message that is too long');
    const present = Math.min(length, buffered);
    chunks = [whole.subarray(present)];
    buffered -= present;
    bytes -= present;
    omitting = length - present;
    countOmitted(present);
    return named;
  }

  return {
    /** Must be called before each request: the limits apply to the answer to one. A larger entry has no attributes. */
    reset(entryBytes = limits.maxMessageBytes): void {
      bytes = 0;
      messages = 0;
      omitted = 0;
      maxEntryBytes = entryBytes;
    },
    /** Whether exactly one message, and no byte behind it, came since the last `reset`. */
    hasOnlyOneMessage(): boolean {
      return messages === 1 && buffered === 0 && omitting === 0;
    },
    /** The messages that this chunk completes. @throws AnswerLimitError */
    *push(received: Buffer): Generator<Buffer, void, void> {
      const chunk = withoutOmitted(received);
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw new AnswerLimitError('the server sent too much');
      chunks.push(chunk);
      buffered += chunk.length;
      while (buffered >= needed) {
        const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, buffered);
        chunks = [whole];
        const length = readLength(whole);
        const wanted = length !== undefined && length > maxEntryBytes ? headBytes : (length ?? buffered + 1);
        if (length === undefined || buffered < wanted) {
          needed = wanted;
          return;
        }
        messages += 1;
        if (messages > limits.maxMessages) throw new AnswerLimitError('the server sent too many messages');
        needed = 2;
        if (length > maxEntryBytes) {
          yield omitEntry(whole, length);
          continue;
        }
        chunks = [whole.subarray(length)];
        buffered -= length;
        yield whole.subarray(0, length);
      }
    },
  };
}

/** The length of the message at the start of the buffer; undefined while it is incomplete. @throws AnswerLimitError */
function readLength(head: Buffer): number | undefined {
  if (head[0] !== 0x30) throw new AnswerLimitError('the server does not speak LDAP');
  const first = head[1] ?? 0;
  if (first < 0x80) return 2 + first;
  const size = first - 0x80;
  // RFC 4511 §5.1 excludes the indefinite form
  if (size === 0 || size > 4) throw new AnswerLimitError('the server sent a message with an invalid length');
  if (head.length < 2 + size) return undefined;
  return 2 + size + head.readUIntBE(2, size);
}

const [sequence, integer, octetString, searchResultEntry] = [0x30, 0x02, 0x04, 0x64];

/**
 * A message of the same entry without attributes (RFC 4511 §4.5.2), from the first bytes of the message; undefined if it is not
 * an entry, or its name is not in these bytes.
 */
function nameOnly(message: Buffer): Buffer | undefined {
  const outer = readHeader(message, 0, sequence);
  const id = outer && readHeader(message, outer.start, integer);
  const entry = id && readHeader(message, id.start + id.length, searchResultEntry);
  const name = entry && readHeader(message, entry.start, octetString);
  if (!name || name.start + name.length > message.length) return undefined;
  const idBytes = message.subarray(outer.start, id.start + id.length);
  const nameBytes = message.subarray(entry.start, name.start + name.length);
  return encode(sequence, idBytes, encode(searchResultEntry, nameBytes, encode(sequence)));
}

interface Header {
  /** Of the content. */
  readonly start: number;
  readonly length: number;
}

function readHeader(buffer: Buffer, at: number, tag: number): Header | undefined {
  if (at + 6 > buffer.length || buffer[at] !== tag) return undefined;
  const first = buffer.readUInt8(at + 1);
  if (first < 0x80) return { start: at + 2, length: first };
  const size = first - 0x80;
  return size === 0 || size > 4 ? undefined : { start: at + 2 + size, length: buffer.readUIntBE(at + 2, size) };
}

function encode(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(6);
  head.writeUInt8(tag, 0);
  head.writeUInt8(0x84, 1);
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
}
