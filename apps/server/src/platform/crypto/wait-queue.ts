import { createCounts } from '@gatewarden/listener/counts';

export interface WaitQueueKey {
  readonly address: string;
  readonly account: string;
}

export interface Waiter extends WaitQueueKey {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** Waiting work by address and account. */
export interface WaitQueue {
  readonly size: number;
  hasRoom(key: WaitQueueKey): boolean;
  add(waiter: Waiter): void;
  /** Does nothing if the waiter is not in the queue. */
  remove(waiter: Waiter): void;
  /** Takes the next waiter: addresses take turns, and so do the accounts of each address. */
  take(): Waiter | undefined;
  countAt(address: string): number;
  /** Takes the newest waiter of the address with the most; undefined if no address has more than `least`. */
  takeFromLongest(least: number): Waiter | undefined;
}

interface Limits {
  readonly perAddress: number;
  readonly perAccount: number;
}

export function createWaitQueue({ perAddress, perAccount }: Limits): WaitQueue {
  /** Waiters of each address, the oldest first; addresses in the order of turns. */
  const byAddress = new Map<string, Waiter[]>();
  const countByAccount = createCounts();
  let size = 0;

  const countAt = (address: string) => byAddress.get(address)?.length ?? 0;

  function remove(waiter: Waiter): boolean {
    const waiters = byAddress.get(waiter.address) ?? [];
    const at = waiters.indexOf(waiter);
    if (at === -1) return false;
    waiters.splice(at, 1);
    if (waiters.length === 0) byAddress.delete(waiter.address);
    countByAccount.remove(waiter.account);
    size -= 1;
    return true;
  }

  return {
    get size() {
      return size;
    },
    hasRoom: ({ address, account }) => countAt(address) < perAddress && countByAccount.of(account) < perAccount,
    add(waiter) {
      const waiters = byAddress.get(waiter.address) ?? [];
      // behind waiters of other accounts with as many predecessors of the same account
      const rounds = new Map<string, number>();
      const own = waiters.filter(({ account }) => account === waiter.account).length;
      const at = waiters.findIndex(({ account }) => {
        const round = rounds.get(account) ?? 0;
        rounds.set(account, round + 1);
        return round > own;
      });
      waiters.splice(at === -1 ? waiters.length : at, 0, waiter);
      byAddress.set(waiter.address, waiters);
      countByAccount.add(waiter.account);
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
