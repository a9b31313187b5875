import type { Clock } from '../../ports/clock.ts';

export interface FailureLimit {
  /** Whether the address has failed too often within the last minute. */
  isReached(address: string): boolean;
  count(address: string): void;
  /** Runs tasks of the same address one after another, in the order of the calls. */
  runSequentially<Result>(address: string, task: () => Promise<Result>): Promise<Result>;
}

const windowMilliseconds = 60_000;
const maxFailures = 20;
/** Limits memory. Counting addresses does not stop an attacker with more addresses than this. */
const maxAddresses = 10_000;

/** Counts failures per address and minute, only in this process: it saves work and does not protect a secret. */
export function createFailureLimit(clock: Pick<Clock, 'elapsedMilliseconds'>): FailureLimit {
  let failures = new Map<string, number>();
  const last = new Map<string, Promise<unknown>>();
  let startedAt = Number.NEGATIVE_INFINITY;

  function current(): Map<string, number> {
    const now = clock.elapsedMilliseconds();
    if (now - startedAt >= windowMilliseconds || failures.size >= maxAddresses) {
      failures = new Map();
      startedAt = now;
    }
    return failures;
  }

  return {
    isReached: (address) => (current().get(address) ?? 0) >= maxFailures,
    count: (address) => void current().set(address, (failures.get(address) ?? 0) + 1),
    runSequentially(address, task) {
      const result = (last.get(address) ?? Promise.resolve()).then(task, task);
      const ended = result
        .catch(() => undefined)
        .then(() => {
          if (last.get(address) === ended) last.delete(address);
        });
      last.set(address, ended);
      return result;
    },
  };
}
