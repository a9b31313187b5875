import { DomainError } from '@gatewarden/contract/errors';
import type { Clock } from '../../ports/clock.ts';
import type { Actor } from '../actor.ts';
import { createKeyedQueues, type KeyedQueueOptions } from '../limits/keyed-queues.ts';
import { createTokenBuckets, type Rate } from '../limits/token-buckets.ts';

/** On whose account a call is that changes something. */
export interface Writer {
  /** The sessions of a user together, the API tokens of a user together, or a sign-in that is not complete. */
  readonly owner: string;
  /** For calls that end access: a name of their own. Then other calls of the owner cannot use up what these need. */
  readonly reserve?: string | undefined;
}

/** Bounds the calls that change something: how often one writer makes them, and how many of them are in flight. */
export interface WriteLimit {
  /** @throws rate_limited with `retry_after_seconds` for a call too many */
  count(actor: Pick<Actor, 'isAdmin'>, writer: Writer): void;
  /**
   * Runs a few calls of each writer at the same time; others wait, so that locks on one user's rows stop that user alone.
   * @throws rate_limited while too many wait, or when `signal` is aborted before it is the call's turn
   */
  runInTurn<T>(writer: Writer, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface Options extends Partial<KeyedQueueOptions> {
  readonly clock: Pick<Clock, 'elapsedMilliseconds'>;
  /** How many writes a user may make in the long run in all sessions, and as many with all tokens; 0: any number. */
  readonly perSecond: number;
}

/** A bucket holds what its rate gives in this time: a person's burst of clicks, or a small script at one go. */
const burstSeconds = 6;
/** Of calls that end access, in addition: a person makes few of them, also in a hurry. */
const reserveRate: Rate = { burst: 10, perSecond: 1 };
/** Administrators import, fill and script; what they may change anyway needs no protection from them. */
const administratorFactor = 20;
/** Three hide most of the time that a call waits for the disk; as long as a request waits for a connection. */
const defaultLines: KeyedQueueOptions = { inFlight: 3, maxWaiting: 100, waitMilliseconds: 10_000 };

/** In this process alone. */
export function createWriteLimit({ clock, perSecond, ...lineOptions }: Options): WriteLimit {
  const buckets = createTokenBuckets(clock.elapsedMilliseconds);
  const lines = createKeyedQueues({ ...defaultLines, ...lineOptions });
  return {
    count({ isAdmin }, { owner, reserve }) {
      if (perSecond === 0 || (reserve !== undefined && buckets.take(reserve, reserveRate) === 0)) return;
      const rate = isAdmin ? perSecond * administratorFactor : perSecond;
      const seconds = buckets.take(owner, { burst: rate * burstSeconds, perSecond: rate });
      if (seconds > 0) throw new DomainError('rate_limited', { retry_after_seconds: Math.ceil(seconds) });
    },
    runInTurn: ({ owner, reserve }, work, signal) => lines.run(reserve ?? owner, work, signal),
  };
}
