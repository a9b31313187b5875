import { DomainError } from '@gatewarden/contract/errors';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import type { Clock } from '../../ports/clock.ts';
import type { Actor } from '../actor.ts';
import { createKeyedQueues, type KeyedQueueOptions } from '../limits/keyed-queues.ts';

/** The owner of a changing call. */
export interface Writer {
  /** All sessions of a user, all API tokens of a user, or an incomplete sign-in. */
  readonly owner: string;
  /** A separate key for calls that end access, so that other calls of the owner cannot use up their limits. */
  readonly reserve?: string | undefined;
}

/** Limits changing calls: their rate per writer, and how many of them are in flight. */
export interface WriteLimit {
  /** @throws rate_limited with `retry_after_seconds` if the limit is exceeded */
  count(actor: Pick<Actor, 'isAdmin'>, writer: Writer): void;
  /**
   * Runs a few calls of each writer at the same time; others wait, so that locks on rows of one user delay only that
   * user. `work` receives whether it had to wait.
   * @throws rate_limited if too many wait, or if `signal` is aborted before the turn of the call
   */
  runInTurn<T>(writer: Writer, work: (hasWaited: boolean) => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface Options extends Partial<KeyedQueueOptions> {
  readonly clock: Pick<Clock, 'elapsedMilliseconds'>;
  /** Sustained writes per second of a user over all sessions, and as many over all tokens; 0: no limit. */
  readonly perSecond: number;
}

/** Size of a bucket in seconds of its rate: a burst of clicks, or a small script. */
const burstSeconds = 6;
/** Additional rate of calls that end access, which users rarely make. */
const reserveRate: Rate = { burst: 10, perSecond: 1 };
/** Administrators import and script; they may change everything anyway. */
const administratorFactor = 20;
/**
 * Three concurrent calls hide most of the disk latency; calls wait as long as requests wait for a database connection.
 */
const defaultQueueOptions: KeyedQueueOptions = { inFlight: 3, maxWaiting: 100, waitMilliseconds: 10_000 };

/** Limits apply per process. */
export function createWriteLimit({ clock, perSecond, ...queueOptions }: Options): WriteLimit {
  const buckets = createTokenBuckets(clock.elapsedMilliseconds);
  const queues = createKeyedQueues({ ...defaultQueueOptions, ...queueOptions });
  return {
    count({ isAdmin }, { owner, reserve }) {
      if (perSecond === 0 || (reserve !== undefined && buckets.take(reserve, reserveRate) === 0)) return;
      const rate = isAdmin ? perSecond * administratorFactor : perSecond;
      const seconds = buckets.take(owner, { burst: rate * burstSeconds, perSecond: rate });
      if (seconds > 0) throw new DomainError('rate_limited', { retry_after_seconds: Math.ceil(seconds) });
    },
    runInTurn: ({ owner, reserve }, work, signal) => queues.run(reserve ?? owner, work, signal),
  };
}
