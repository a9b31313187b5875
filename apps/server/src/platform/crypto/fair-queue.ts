import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../actor.ts';
import { addressBlockOf } from './address-block.ts';
import { createWaitQueue, type Waiter } from './wait-queue.ts';

/** Who asks for expensive work. */
export interface Client {
  readonly ip: string | undefined;
  /** Whom the work is about; of all that are about one account only a few wait. */
  readonly account: string;
  /** Signed in, or shown to have signed in before: served first. */
  readonly isKnown: boolean;
  /** Aborted when the client has gone; then its work is dropped. */
  readonly signal?: AbortSignal | undefined;
}

/** A signed-in user, or the product itself. */
export function signedInClient({ by, ip }: Origin): Client {
  return { ip, account: by === 'system' ? '' : `user:${by.userId}`, isKnown: by !== 'system' };
}

export interface FairQueueOptions {
  /** How much runs at the same time. */
  readonly slots: number;
  /** How many may wait of one address (IPv6: one /64). */
  readonly perAddress: number;
  readonly perAccount: number;
  readonly inTotal: number;
}

export interface FairQueue {
  /** @throws rate_limited when too many wait already, or the client has gone */
  run<T>(client: Client, work: () => Promise<T>): Promise<T>;
}

/** As many known clients are served in a row while others wait. */
const knownInARow = 3;
/** Of the queue, what known clients leave to others: a first sign-in of the day must not depend on how many they are. */
const shareOfOthers = 0.25;

/**
 * Addresses take turns, and so do the accounts of each: a flood of one address delays the others by one piece of work
 * per round, however much of it there is. When the queue is full, the address with the most waiting gives way.
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

  /** Others give way to known clients, except for their share; else the address with the most does. @throws rate_limited */
  function makeRoom(address: string, isKnown: boolean): void {
    const lanes = isKnown ? known : others;
    const isShareUsedUp = isKnown && known.size >= maxKnown;
    if (!isShareUsedUp && known.size + others.size < inTotal) return;
    const displaced =
      isKnown && !isShareUsedUp ? others.takeFromLongest(0) : lanes.takeFromLongest(lanes.countAt(address) + 1);
    if (!displaced) throw refusal();
    displaced.refuse(refusal());
  }

  function wait({ ip, account, isKnown, signal }: Client): Promise<void> {
    const lanes = isKnown ? known : others;
    const lane = { address: addressBlockOf(ip), account };
    if (!lanes.hasRoom(lane)) throw refusal();
    makeRoom(lane.address, isKnown);
    return new Promise((resolve, reject) => {
      const leave = () => {
        lanes.remove(waiter);
        reject(refusal());
      };
      const settle = (then: () => void) => () => {
        signal?.removeEventListener('abort', leave);
        then();
      };
      const waiter: Waiter = {
        ...lane,
        start: settle(resolve),
        refuse: (error) => settle(() => reject(error))(),
      };
      signal?.addEventListener('abort', leave, { once: true });
      lanes.add(waiter);
    });
  }

  return {
    async run(client, work) {
      if (client.signal?.aborted) throw refusal();
      // work that ends hands its slot over, so `running` stays as it is
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

/** What one slot gets done in a second, roughly. */
const perSlotAndSecond = 20;

function secondsToWait(waiting: number, slots: number): number {
  return Math.max(1, Math.ceil(waiting / (slots * perSlotAndSecond)));
}
