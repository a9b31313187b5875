/** A measurement must end when an awaited change never arrives. */
const defaultMilliseconds = 60_000;

/** Resolves like `promise`. @throws Error that names `what` after the timeout, by default a minute */
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
