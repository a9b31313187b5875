/** Upper bound of the first delay. */
const initialMilliseconds = 1000;
/**
 * Long enough that a thousand components do not overload a core that starts, short enough that no user waits for them.
 */
const maxMilliseconds = 30_000;

/**
 * Delay before the next attempt, in milliseconds: from zero to a bound that doubles with each attempt, so that
 * components that lost core at the same time do not reconnect at the same time.
 * @param attempt 0 for the first attempt after a success
 * @param random at least 0, below 1
 */
export function backoffMilliseconds(attempt: number, random: number): number {
  return Math.floor(random * Math.min(maxMilliseconds, initialMilliseconds * 2 ** attempt));
}
