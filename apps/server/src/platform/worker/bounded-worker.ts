import { Worker } from 'node:worker_threads';
import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { createKeyedQueues } from '../limits/keyed-queues.ts';

/** The work was terminated because it took too long or too much memory. */
export class WorkerLimitError extends Error {}

/** For `catch` of a run: translates the error of a limit to one that is returned to the caller. */
export function rethrowLimitAs(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw error instanceof WorkerLimitError ? new DomainError(code, {}, { cause: error }) : error;
  };
}

/** Limits of one run. */
export type WorkerLimits = Pick<BoundedWorkerOptions, 'limitMilliseconds' | 'memoryMegabytes'>;

export interface BoundedWorker<Input, Output> {
  /**
   * Runs the work in a thread, one task at a time. Each owner has at most one task in the queue, so that owners take
   * turns.
   * @throws WorkerLimitError if the limit of time or memory is reached, rate_limited while too many are waiting
   */
  run(owner: string, input: Input): Promise<Output>;
}

export interface BoundedWorkerOptions {
  /** A module that calls `runWorkerTask`. */
  readonly script: URL;
  /** Limit for the work itself; loading the module has a separate limit. */
  readonly limitMilliseconds: number;
  readonly memoryMegabytes: number;
  /** Maximum number of owners in the queue. */
  readonly maxWaiting: number;
}

/** Tasks of one owner that wait besides the one in the queue; the time is the longest that a full queue may take. */
const ownerLimits = { inFlight: 1, maxWaiting: 3, waitMilliseconds: 20_000 };

const startLimitMilliseconds = 15_000;
const retryAfterSeconds = 5;

/**
 * Runs work whose cost depends on untrusted input. Each run has its own thread, which is always terminated, so that an
 * unforeseen input occupies one thread for a short time and never the event loop.
 */
export function createBoundedWorker<Input, Output>(options: BoundedWorkerOptions): BoundedWorker<Input, Output> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const owners = createKeyedQueues(ownerLimits);

  function queue(input: Input): Promise<Output> {
    if (waiting > options.maxWaiting) {
      return Promise.reject(new DomainError('rate_limited', { retry_after_seconds: retryAfterSeconds }));
    }
    waiting += 1;
    const run = last.then(() => runOnce<Output>(options, input)).finally(() => (waiting -= 1));
    last = run.catch(() => undefined);
    return run;
  }

  return { run: (owner, input) => owners.run(owner, () => queue(input)) };
}

/** Messages of a worker: first `started`, then its result or error. */
export type WorkerMessage<Output> =
  | { readonly kind: 'started' }
  | { readonly kind: 'done'; readonly value: Output }
  | { readonly kind: 'failed'; readonly message: string };

async function runOnce<Output>(options: BoundedWorkerOptions, input: unknown): Promise<Output> {
  const worker = new Worker(options.script, {
    workerData: input,
    // a thread that processes untrusted input needs none of these
    env: {},
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Output>((resolve, reject) => {
      const limit = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new WorkerLimitError('the work took too long')), milliseconds);
      };
      limit(startLimitMilliseconds);
      worker.on('message', (message: WorkerMessage<Output>) => {
        if (message.kind === 'started') limit(options.limitMilliseconds);
        else if (message.kind === 'done') resolve(message.value);
        else reject(new Error(message.message));
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLimitError('the work took too much memory') : error,
        ),
      );
      worker.once('exit', () => reject(new Error('the worker ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
