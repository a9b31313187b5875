/** Interface reference, wire §15.1. */
const pollSeconds = 30;
/** Clients that were started together do not remain in step. */
const jitterSeconds = 5;
/** A short failure, as after a change of the network, is over soon. */
const firstRetrySeconds = 5;
/** A core that is overloaded is not asked more often than every two minutes. */
const maxRetrySeconds = 120;

/**
 * Time until the next request for the configuration.
 * @param failures how many requests failed since the last one that core answered
 * @param random at least 0, below 1
 */
export function pollDelayMilliseconds(failures: number, random: number): number {
  if (failures === 0) return (pollSeconds + random * jitterSeconds) * 1000;
  const seconds = Math.min(maxRetrySeconds, firstRetrySeconds * 2 ** (failures - 1));
  return seconds * (1 - random / 2) * 1000;
}
