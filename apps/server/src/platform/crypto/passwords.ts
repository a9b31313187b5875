import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type Client, createFairQueue, type FairQueueOptions } from './fair-queue.ts';

/** Hashes and verifies user passwords in worker threads, a few at a time. */
export interface Passwords {
  /**
   * Runs work that hashes or verifies a password when it is the turn of the client. Everything that a request does for
   * it, such as counting the attempt, belongs in `work`, so that an overload costs nothing else.
   * @throws rate_limited while too many are waiting, with the seconds until a retry
   */
  runInTurn<T>(client: Client, work: () => Promise<T>): Promise<T>;
  /** Requests call it within `runInTurn`. */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time with and without a stored hash, so that user names cannot be enumerated. Requests call it
   * within `runInTurn`.
   */
  verify(password: string, stored: string | undefined): Promise<boolean>;
}

/** Cost of one hash. */
export interface PasswordCost {
  /** KiB of memory, filled in each pass. */
  readonly memoryCost: number;
  /** Passes over the memory. */
  readonly timeCost: number;
  /** Lanes. */
  readonly parallelism: number;
}

// OWASP Password Storage Cheat Sheet: argon2id (the library's default algorithm), 19 MiB, 2 passes, 1 lane
const owasp: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Options extends Partial<Omit<FairQueueOptions, 'slots'>> {
  readonly concurrency?: number;
  /** Cost of new hashes; the OWASP parameters if absent. */
  readonly cost?: PasswordCost;
}

/**
 * `concurrency` leaves one processor core to everything else; the other limits determine how long a request waits
 * before 429.
 */
export async function createPasswords({
  concurrency = Math.max(1, availableParallelism() - 1),
  cost = owasp,
  perAddress = 24,
  perAccount = 8,
  inTotal = 240,
}: Options = {}): Promise<Passwords> {
  const decoy = await hash('the password of no account', cost);
  // one slot more than concurrent hashes, so that hashes do not wait for the other work of a turn
  const queue = createFairQueue({ slots: concurrency + 1, perAddress, perAccount, inTotal });
  const withSlot = createSemaphore(concurrency);

  return {
    runInTurn: queue.run,
    hash: (password) => withSlot(() => hash(password, cost)),
    verify: async (password, stored) => {
      const matches = await withSlot(() => verify(stored ?? decoy, password));
      return matches && stored !== undefined;
    },
  };
}

/** Runs at most `limit` tasks at the same time, in order of arrival. */
function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // work that ends passes its slot on, so `running` does not change
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
