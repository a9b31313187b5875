import type { Clock } from '../../ports/clock.ts';

export interface FailureLimit {
  /** Whether the address has failed so often lately that it is not even to be looked at. */
  isReached(address: string): boolean;
  count(address: string): void;
}

const windowMilliseconds = 60_000;
const maxFailures = 20;
/** Whoever has more addresses than this is not stopped by counting addresses. */
const maxAddresses = 10_000;

/** Counts failures per address and minute, in this process alone: it saves work, it guards no secret. */
export function createFailureLimit(clock: Clock): FailureLimit {
  let failures = new Map<string, number>();
  let startedAt = Number.NEGATIVE_INFINITY;

  function current(): Map<string, number> {
    const now = clock.now().getTime();
    if (now - startedAt >= windowMilliseconds || failures.size >= maxAddresses) {
      failures = new Map();
      startedAt = now;
    }
    return failures;
  }

  return {
    isReached: (address) => (current().get(address) ?? 0) >= maxFailures,
    count: (address) => void current().set(address, (failures.get(address) ?? 0) + 1),
  };
}
