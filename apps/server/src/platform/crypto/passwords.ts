import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type Client, createFairQueue, type FairQueueOptions } from './fair-queue.ts';

/** Hashes and checks human passwords in worker threads, a few at a time. */
export interface Passwords {
  /**
   * Runs what hashes or checks a password when it is the client's turn. Everything that a request does for it, such as
   * counting the attempt, belongs in `work`, so that an overload costs nothing else.
   * @throws rate_limited while too many are waiting, with the seconds after which to try again
   */
  runInTurn<T>(client: Client, work: () => Promise<T>): Promise<T>;
  /** Within `inTurn` where a request asks for it. */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not there is a hash, so that names cannot be told apart. Within `inTurn` where a
   * request asks for it.
   */
  verify(password: string, stored: string | undefined): Promise<boolean>;
}

/** What one hash takes. */
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
  /** Of new hashes; the setting that OWASP names when absent. */
  readonly cost?: PasswordCost;
}

/** `concurrency` leaves a core to everything else; the other limits bound how long a request waits before 429. */
export async function createPasswords({
  concurrency = Math.max(1, availableParallelism() - 1),
  cost = owasp,
  perAddress = 24,
  perAccount = 8,
  inTotal = 240,
}: Options = {}): Promise<Passwords> {
  const decoy = await hash('the password of no account', cost);
  // one more than hashes run, so that they do not wait for what else is to be done in a turn
  const queue = createFairQueue({ slots: concurrency + 1, perAddress, perAccount, inTotal });
  const withCore = createGate(concurrency);

  return {
    runInTurn: queue.run,
    hash: (password) => withCore(() => hash(password, cost)),
    verify: async (password, stored) => {
      const matches = await withCore(() => verify(stored ?? decoy, password));
      return matches && stored !== undefined;
    },
  };
}

/** Runs so many at the same time, in the order in which they come. */
function createGate(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // work that ends hands its place over, so `running` stays as it is
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
