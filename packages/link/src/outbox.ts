/** Messages to be sent. A single reader iterates over them; the iteration ends after `close`. */
export interface Outbox<Message> extends AsyncIterable<Message> {
  /** Ignored after `close`. */
  push(message: Message): void;
  /** Sent when no message of `push` is waiting. Ignored after `close`. */
  pushLowPriority(message: Message): void;
  /** Messages pushed before are still delivered. */
  close(): void;
}

export function createOutbox<Message>(): Outbox<Message> {
  const waiting: Message[] = [];
  const lowPriority: Message[] = [];
  let closed = false;
  let wakeReader = (): void => undefined;
  function add(messages: Message[], message: Message): void {
    if (closed) return;
    messages.push(message);
    wakeReader();
  }
  return {
    push: (message) => add(waiting, message),
    pushLowPriority: (message) => add(lowPriority, message),
    close() {
      closed = true;
      wakeReader();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const message = waiting.shift() ?? lowPriority.shift();
        if (message !== undefined) yield message;
        else if (closed) return;
        else await new Promise<void>((resolve) => (wakeReader = resolve));
      }
    },
  };
}
