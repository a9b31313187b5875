import { availableParallelism } from 'node:os';
import { DomainError } from '@gatewarden/contract/errors';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and checks human passwords in worker threads, a few at a time. */
export interface Passwords {
  /**
   * For whoever has work to do before `verify` that would be for nothing.
   * @throws rate_limited while too many are waiting
   */
  requireRoom(): void;
  /** @throws rate_limited while too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not there is a hash, so that names cannot be told apart.
   * @throws rate_limited while too many are waiting
   */
  verify(password: string, stored: string | undefined): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id (the library's default algorithm), 19 MiB, 2 passes, 1 lane
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** `concurrency` leaves a core to everything else; `queueLength` bounds how long anybody waits before 429. */
export async function createPasswords({
  concurrency = Math.max(1, availableParallelism() - 1),
  queueLength = 24,
} = {}): Promise<Passwords> {
  const decoy = await hash('a password nobody has', owasp);
  const waiting: (() => void)[] = [];
  let running = 0;

  function requireRoom(): void {
    if (running >= concurrency && waiting.length >= queueLength) throw new DomainError('rate_limited');
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    requireRoom();
    if (running >= concurrency) {
      // whoever finishes hands over the place, so `running` stays as it is
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    requireRoom,
    hash: (password) => inTurn(() => hash(password, owasp)),
    verify: async (password, stored) => {
      const matches = await inTurn(() => verify(stored ?? decoy, password));
      return matches && stored !== undefined;
    },
  };
}
