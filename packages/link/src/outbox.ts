/** Messages waiting to be sent; iterating it sends them, by one reader alone, and ends after `close`. */
export interface Outbox<Message> extends AsyncIterable<Message> {
  /** Ignored after `close`. */
  push(message: Message): void;
  /** For what may wait: sent when nothing that was pushed waits. Ignored after `close`. */
  pushLater(message: Message): void;
  /** What was pushed before is still delivered. */
  close(): void;
}

export function createOutbox<Message>(): Outbox<Message> {
  const waiting: Message[] = [];
  const later: Message[] = [];
  let closed = false;
  let wake = (): void => undefined;
  function add(messages: Message[], message: Message): void {
    if (closed) return;
    messages.push(message);
    wake();
  }
  return {
    push: (message) => add(waiting, message),
    pushLater: (message) => add(later, message),
    close() {
      closed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const message = waiting.shift() ?? later.shift();
        if (message !== undefined) yield message;
        else if (closed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
