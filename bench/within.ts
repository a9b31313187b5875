/** A change that reaches no one in this time never does: a measurement must end and say so. */
const defaultMilliseconds = 60_000;

/** What `happening` resolves with. @throws Error that names `what` when it takes longer than a minute by default */
export async function within<T>(
  what: string,
  promise: Promise<T>,
  milliseconds: number = defaultMilliseconds,
): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => tooLate.reject(new Error(`${what} did not arrive within ${milliseconds / 1000} s`)),
    milliseconds,
  );
  return Promise.race([promise, tooLate.promise]).finally(() => clearTimeout(timer));
}
