/** What the first delay is drawn from at most. */
const initialMilliseconds = 1000;
/** Long enough that a thousand components do not overload a core that starts, short enough that no user waits for them. */
const maxMilliseconds = 30_000;

/**
 * How long to wait before the next try, in milliseconds: anything from zero to a bound that doubles with each try, so
 * that components that lost core together do not come back together.
 * @param attempt 0 for the first try after a success
 * @param random from 0 to below 1
 */
export function backoffMilliseconds(attempt: number, random: number): number {
  return Math.floor(random * Math.min(maxMilliseconds, initialMilliseconds * 2 ** attempt));
}
