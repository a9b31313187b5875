import { createCounts } from '../limits/counts.ts';

export interface WaitQueueKey {
  readonly address: string;
  readonly account: string;
}

export interface Waiter extends WaitQueueKey {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** Waiters by address and account. */
export interface WaitQueue {
  readonly size: number;
  hasRoom(lane: WaitQueueKey): boolean;
  add(waiter: Waiter): void;
  /** Harmless when it does not wait any more. */
  remove(waiter: Waiter): void;
  /** The one whose turn it is: addresses take turns, and within one the accounts. */
  take(): Waiter | undefined;
  countAt(address: string): number;
  /** The newest of the address with the most; undefined when none has more than `least`. */
  takeFromLongest(least: number): Waiter | undefined;
}

interface Limits {
  readonly perAddress: number;
  readonly perAccount: number;
}

export function createWaitQueue({ perAddress, perAccount }: Limits): WaitQueue {
  /** Those who wait at each address, the oldest first; the address whose turn is next comes first. */
  const byAddress = new Map<string, Waiter[]>();
  const ofAccount = createCounts();
  let size = 0;

  const countAt = (address: string) => byAddress.get(address)?.length ?? 0;

  function remove(waiter: Waiter): boolean {
    const waiters = byAddress.get(waiter.address) ?? [];
    const at = waiters.indexOf(waiter);
    if (at === -1) return false;
    waiters.splice(at, 1);
    if (waiters.length === 0) byAddress.delete(waiter.address);
    ofAccount.remove(waiter.account);
    size -= 1;
    return true;
  }

  return {
    get size() {
      return size;
    },
    hasRoom: ({ address, account }) => countAt(address) < perAddress && ofAccount.of(account) < perAccount,
    add(waiter) {
      const waiters = byAddress.get(waiter.address) ?? [];
      // after those of other accounts that have as many before them
      const rounds = new Map<string, number>();
      const own = waiters.filter(({ account }) => account === waiter.account).length;
      const at = waiters.findIndex(({ account }) => {
        const round = rounds.get(account) ?? 0;
        rounds.set(account, round + 1);
        return round > own;
      });
      waiters.splice(at === -1 ? waiters.length : at, 0, waiter);
      byAddress.set(waiter.address, waiters);
      ofAccount.add(waiter.account);
      size += 1;
    },
    remove,
    take() {
      const [turn] = byAddress;
      const [address, waiters] = turn ?? [];
      const waiter = waiters?.[0];
      if (address === undefined || !waiters || !waiter) return undefined;
      remove(waiter);
      if (waiters.length > 0) {
        // to the end of the round
        byAddress.delete(address);
        byAddress.set(address, waiters);
      }
      return waiter;
    },
    countAt,
    takeFromLongest(least) {
      const longest = [...byAddress.values()].reduce(
        (most, waiters) => (waiters.length > most.length ? waiters : most),
        [],
      );
      if (longest.length <= least) return undefined;
      const newest = longest.at(-1);
      if (newest) remove(newest);
      return newest;
    },
  };
}
