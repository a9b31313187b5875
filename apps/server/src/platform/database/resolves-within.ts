/**
 * Whether the promise is fulfilled within the time. If this process itself was blocked for that long, an answer that
 * has arrived meanwhile still counts: timers run before network events.
 */
export function resolvesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
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
