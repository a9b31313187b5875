/** Messages waiting to be sent; iterating it sends them, by one reader alone, and ends after `close`. */
export interface Outbox<Message> extends AsyncIterable<Message> {
  /** Ignored after `close`. */
  push(message: Message): void;
  /** What was pushed before is still delivered. */
  close(): void;
}

export function createOutbox<Message>(): Outbox<Message> {
  const waiting: Message[] = [];
  let closed = false;
  let wake = (): void => undefined;
  return {
    push(message) {
      if (closed) return;
      waiting.push(message);
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) yield message;
        else if (closed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
