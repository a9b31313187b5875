import { DomainError } from '@gatewarden/contract/errors';

export interface KeyedQueueOptions {
  /** How many tasks of one key run at the same time. */
  readonly inFlight: number;
  /** How many tasks of one key wait; more are refused. */
  readonly maxWaiting: number;
  /** How long a task waits at most. */
  readonly waitMilliseconds: number;
}

export interface KeyedQueues {
  /**
   * Runs the work in its turn among the work of the same key; work of other keys does not wait for it.
   * `work` receives whether it had to wait.
   * @throws rate_limited if too much work of the key is waiting, this work has waited too long, or `signal` is aborted
   *   before its turn
   */
  run<T>(key: string, work: (hasWaited: boolean) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Creates a bounded queue for each key, such as one for each user. */
export function createKeyedQueues({ inFlight, maxWaiting, waitMilliseconds }: KeyedQueueOptions): KeyedQueues {
  const queues = new Map<string, Queue>();

  async function wait({ waiting }: Queue, signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= maxWaiting || signal?.aborted) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(refusal());
    };
    const timeout = setTimeout(leave, waitMilliseconds);
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(resolve);
    await promise.finally(() => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', leave);
    });
  }

  function release(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      // work that ends passes its slot on, so `running` does not change; removed from the queue, so that a second one
      // does not do the same
      queue.waiting.delete(next);
      next();
    } else {
      queue.running -= 1;
      if (queue.running === 0) queues.delete(key);
    }
  }

  return {
    async run(key, work, signal) {
      const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
      queues.set(key, queue);
      const isFull = queue.running >= inFlight;
      if (isFull) await wait(queue, signal);
      else queue.running += 1;
      try {
        return await work(isFull);
      } finally {
        release(key, queue);
      }
    },
  };
}

const refusal = () => new DomainError('rate_limited', { retry_after_seconds: 1 });
