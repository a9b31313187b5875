import { DomainError } from '@gatewarden/contract/errors';

export interface KeyedQueueOptions {
  /** How much of one key runs at the same time. */
  readonly inFlight: number;
  /** How many of one key wait; more are refused. */
  readonly maxWaiting: number;
  /** How long each of them waits at most. */
  readonly waitMilliseconds: number;
}

export interface KeyedQueues {
  /**
   * Runs the work when it is its turn among those of the same key; those of other keys do not wait for it.
   * @throws rate_limited when too many of the key wait, this one has waited too long, or `signal` is aborted before its turn
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/** A bounded line for each key, such as one for each user. */
export function createKeyedQueues({ inFlight, maxWaiting, waitMilliseconds }: KeyedQueueOptions): KeyedQueues {
  const lines = new Map<string, Line>();

  async function wait({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= maxWaiting || signal?.aborted) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(refusal());
    };
    const patience = setTimeout(leave, waitMilliseconds);
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(resolve);
    await promise.finally(() => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', leave);
    });
  }

  function leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      // work that ends hands its place over, so `running` stays as it is; off the line, or a second one would do so too
      line.waiting.delete(next);
      next();
    } else {
      line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  }

  return {
    async run(key, work, signal) {
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.running >= inFlight) await wait(line, signal);
      else line.running += 1;
      try {
        return await work();
      } finally {
        leave(key, line);
      }
    },
  };
}

const refusal = () => new DomainError('rate_limited', { retry_after_seconds: 1 });
