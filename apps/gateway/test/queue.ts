/** A FIFO queue with asynchronous reads. */
export function createQueue<Value>() {
  const waiting: { readonly value: Value }[] = [];
  const takers: ((value: Value) => void)[] = [];
  return {
    push: (value: Value): void => {
      const taker = takers.shift();
      if (taker) taker(value);
      else waiting.push({ value });
    },
    next: (): Promise<Value> => {
      const first = waiting.shift();
      return first ? Promise.resolve(first.value) : new Promise((resolve) => takers.push(resolve));
    },
  };
}
