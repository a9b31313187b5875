/**
 * Whether the promise is fulfilled within the time. When this process itself was busy for that long, an answer that
 * has arrived meanwhile still counts: timers run before what the network brought.
 */
export function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => setImmediate(resolve, false), milliseconds);
    promise
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(deadline));
  });
}
