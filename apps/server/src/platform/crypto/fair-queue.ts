import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import type { Origin } from '../actor.ts';
import { createWaitQueue, type Waiter } from './wait-queue.ts';

/** The client that requests expensive work. */
export interface Client {
  readonly ip: string | undefined;
  /** The account that the work is about. Only a few tasks about one account wait. */
  readonly account: string;
  /** Signed in, or known to have signed in before. Served first. */
  readonly isKnown: boolean;
  /** Aborted when the client disconnects; its work is then dropped. */
  readonly signal?: AbortSignal | undefined;
}

/** Client of a signed-in user, or of the product itself. */
export function signedInClient({ by, ip }: Origin): Client {
  return { ip, account: by === 'system' ? '' : `user:${by.userId}`, isKnown: by !== 'system' };
}

export interface FairQueueOptions {
  /** How many tasks run at the same time. */
  readonly slots: number;
  /** How many tasks of one address (IPv6: one /64) may wait. */
  readonly perAddress: number;
  readonly perAccount: number;
  readonly inTotal: number;
}

export interface FairQueue {
  /** @throws rate_limited if too many are waiting or the client has disconnected */
  run<T>(client: Client, work: () => Promise<T>): Promise<T>;
}

/** Number of known clients that are served in a row while others wait. */
const knownInARow = 3;
/**
 * Share of the queue that known clients leave to others: the first sign-in of the day must not depend on the number of
 * known clients.
 */
const shareOfOthers = 0.25;

/**
 * Addresses are served in turn, and so are the accounts of each: a flood from one address delays the others by one task
 * per round. When the queue is full, work of the address with the most waiting work is dropped.
 */
export function createFairQueue({ slots, inTotal, ...limits }: FairQueueOptions): FairQueue {
  const [known, others] = [createWaitQueue(limits), createWaitQueue(limits)];
  const maxKnown = inTotal - Math.floor(inTotal * shareOfOthers);
  let running = 0;
  let knownServed = 0;

  function next(): Waiter | undefined {
    const othersTurn = knownServed >= knownInARow && others.size > 0;
    const waiter = othersTurn ? others.take() : (known.take() ?? others.take());
    knownServed = !othersTurn && others.size > 0 ? knownServed + 1 : 0;
    return waiter;
  }

  function refusal(): DomainError {
    return new DomainError('rate_limited', { retry_after_seconds: secondsToWait(known.size + others.size, slots) });
  }

  /**
   * If the queue is full, drops work of others for a known client while known clients have not used up their share, and
   * otherwise of the address with the most waiting work.
   * @throws rate_limited if no work can be dropped
   */
  function makeRoom(address: string, isKnown: boolean): void {
    const queue = isKnown ? known : others;
    const isShareUsedUp = isKnown && known.size >= maxKnown;
    if (!isShareUsedUp && known.size + others.size < inTotal) return;
    const dropped =
      isKnown && !isShareUsedUp ? others.takeFromLongest(0) : queue.takeFromLongest(queue.countAt(address) + 1);
    if (!dropped) throw refusal();
    dropped.refuse(refusal());
  }

  function wait({ ip, account, isKnown, signal }: Client): Promise<void> {
    const queue = isKnown ? known : others;
    const key = { address: addressBlockOf(ip), account };
    if (!queue.hasRoom(key)) throw refusal();
    makeRoom(key.address, isKnown);
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.remove(waiter);
        reject(refusal());
      };
      const settle = (then: () => void) => () => {
        signal?.removeEventListener('abort', leave);
        then();
      };
      const waiter: Waiter = {
        ...key,
        start: settle(resolve),
        refuse: (error) => settle(() => reject(error))(),
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(waiter);
    });
  }

  return {
    async run(client, work) {
      if (client.signal?.aborted) throw refusal();
      // work that ends passes its slot on, so `running` does not change
      if (running >= slots) await wait(client);
      else running += 1;
      try {
        return await work();
      } finally {
        const waiter = next();
        if (waiter) waiter.start();
        else running -= 1;
      }
    },
  };
}

/** Tasks that one slot completes per second, roughly. */
const perSlotAndSecond = 20;

function secondsToWait(waiting: number, slots: number): number {
  return Math.max(1, Math.ceil(waiting / (slots * perSlotAndSecond)));
}
