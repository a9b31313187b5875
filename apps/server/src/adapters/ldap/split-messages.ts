/** Limits for what a server may send in answer to one request. */
export interface AnswerLimits {
  readonly maxMessageBytes: number;
  readonly maxBytes: number;
  readonly maxMessages: number;
}

/** The server sent something that is not LDAP, or more than was asked for. */
export class AnswerLimitError extends Error {}

/**
 * Splits what a server sends into complete messages and counts them. The client library copies its buffer for each chunk
 * and recurses for each message in it, so it must be handed one message at a time.
 */
export function createMessageSplitter(limits: AnswerLimits) {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let needed = 2;
  let bytes = 0;
  let messages = 0;

  /** Reads the length of the message at the start of the buffer; undefined while it is incomplete. */
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

  return {
    /** Must be called before each request: the limits apply to the answer to one. */
    reset(): void {
      bytes = 0;
      messages = 0;
    },
    /** Whether exactly one message, and no byte behind it, came since the last `reset`. */
    hasOnlyOneMessage(): boolean {
      return messages === 1 && buffered === 0;
    },
    /** The messages that this chunk completes. @throws AnswerLimitError */
    *push(chunk: Buffer): Generator<Buffer, void, void> {
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw new AnswerLimitError('the server sent too much');
      chunks.push(chunk);
      buffered += chunk.length;
      while (buffered >= needed) {
        const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, buffered);
        chunks = [whole];
        const length = readLength(whole);
        if (length !== undefined && length > limits.maxMessageBytes)
          throw new AnswerLimitError('the server sent a message that is too long');
        if (length === undefined || length > buffered) {
          needed = length ?? buffered + 1;
          return;
        }
        messages += 1;
        if (messages > limits.maxMessages) throw new AnswerLimitError('the server sent too many messages');
        chunks = [whole.subarray(length)];
        buffered -= length;
        needed = 2;
        yield whole.subarray(0, length);
      }
    },
  };
}
