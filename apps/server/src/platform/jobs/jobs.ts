import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@gatewarden/contract/errors';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { classifyCopiedError, classifyDatabaseError } from '../database/classify-database-error.ts';
import type { Tx } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Log } from '../log/log.ts';
import type { Job, JobContext } from './job.ts';
import { applySchedules, givenUpQueueOf, reconcileQueues } from './reconcile-queues.ts';

export interface Jobs {
  /**
   * Creates or updates the queues and schedules of these jobs, which must be all jobs of the instance, so that they can
   * be enqueued. Removes those that an earlier version left.
   */
  prepare(jobs: readonly Job[]): Promise<void>;
  /** Applies schedules that settings determine. Must be called when settings change. */
  reschedule(): Promise<void>;
  /**
   * Enqueues a job with the transaction: it runs if and only if the transaction commits, immediately if a replica is
   * free. The caller must encrypt secrets in `input`, because completed jobs are stored for a while. Returns the id for
   * `isWaiting`. Jobs of a queue with a higher priority, 0 by default, run first.
   */
  enqueue<Input extends z.ZodType>(
    tx: Tx,
    job: Pick<Job<Input>, 'name' | 'input'>,
    input: z.input<Input>,
    options?: { readonly priority?: number },
  ): Promise<string>;
  /**
   * Runs a job without input as soon as a replica is free, independently of its schedule. False if it is already
   * waiting.
   */
  runSoon(name: string): Promise<boolean>;
  /** Whether the job has not succeeded yet and is still going to be tried. */
  isWaiting(job: Pick<Job, 'name'>, id: string): Promise<boolean>;
  /** Starts to work on the prepared jobs, together with all other replicas; each run happens on one of them. */
  work(context: JobContext): Promise<void>;
  /**
   * Waits for running jobs, a few seconds at most; unfinished ones run at the next start or on another replica. Safe to
   * repeat.
   */
  stop(): Promise<void>;
}

interface Options {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly notifications: Pick<Notifications, 'listen' | 'listening' | 'onReconnect'>;
  readonly log: Log;
  readonly pollingSeconds?: number;
  /** Whether this process runs jobs and maintains the tables; otherwise it only enqueues jobs. */
  readonly isWorker?: boolean;
}

/** Opens the jobs of the instance. pg-boss stores them in the schema `pgboss` and shares our connections. */
export async function openJobs(options: Options): Promise<Jobs> {
  const { pool, notifications, log, pollingSeconds = 10, isWorker = true } = options;
  const connection = shareConnections(pool, notifications);
  const boss = new PgBoss({
    db: connection,
    schema: 'pgboss',
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
  });
  // the database may be unavailable for a while; pg-boss retries. It copies errors of workers, so they have no class
  const isTemporary = (error: Error) => (classifyDatabaseError(error) ?? classifyCopiedError(error)) !== undefined;
  boss.on('error', (error) =>
    log.warn(isTemporary(error) ? { reason: error.message } : { err: withStack(error) }, 'jobs are delayed'),
  );
  await boss.start();
  const prepared: Job[] = [];
  let stopping: Promise<void> | undefined;
  return {
    async prepare(jobs) {
      await reconcileQueues({ boss, pool, log }, jobs);
      prepared.push(...jobs);
    },
    // no jobs before `prepare`, which reads the settings itself; does not change schedules of another version
    reschedule: () =>
      applySchedules(
        boss,
        prepared.filter(({ schedule }) => typeof schedule === 'function'),
      ),
    async enqueue(tx, job, input, { priority = 0 } = {}) {
      const id = await boss.send(job.name, input as object, { db: fromKysely(tx), priority });
      if (id === null) throw new Error(`the queue refused the job ${job.name}`);
      return id;
    },
    runSoon: async (name) => (await boss.send(name, {})) !== null,
    async isWaiting({ name }, id) {
      const state = (await boss.getJobById(name, id))?.state;
      return state === 'created' || state === 'retry' || state === 'active';
    },
    async work(context) {
      for (const job of prepared) {
        const jobContext = { ...context, log: context.log.child({ job: job.name }) };
        await startWorkers(boss, job, { context: jobContext, pollingSeconds, wake: connection.wake });
      }
    },
    stop() {
      stopping ??= stopBoss(
        boss,
        prepared.flatMap((job) => [job.name, givenUpQueueOf(job)]),
      );
      return stopping;
    },
  };
}

const stopTimeoutMilliseconds = 5_000;

/** Waits for current runs of these queues: pg-boss itself checks only every half second whether they have ended. */
async function stopBoss(boss: PgBoss, queues: readonly string[]): Promise<void> {
  const deadline = new AbortController();
  const timeout = wait(stopTimeoutMilliseconds, undefined, { signal: deadline.signal }).catch(() => undefined);
  await Promise.race([Promise.all(queues.map((name) => boss.offWork(name))), timeout]);
  deadline.abort();
  await boss.stop({ graceful: false });
}

/** `wake` makes this process fetch jobs of the queue now. */
function shareConnections(pool: Pick<pg.Pool, 'query'>, notifications: Options['notifications']) {
  let wakeWorkers: (queue: string) => void = () => undefined;
  return {
    executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
    async listen(channel: string, onNotification: (queue: string) => void, onReconnect: () => void) {
      wakeWorkers = onNotification;
      const stopListening = notifications.listen(channel, onNotification);
      notifications.onReconnect(onReconnect);
      await notifications.listening();
      return { close: async () => stopListening() };
    },
    wake: (queue: string) => wakeWorkers(queue),
  };
}

interface WorkerOptions {
  readonly context: JobContext;
  readonly pollingSeconds: number;
  readonly wake: (queue: string) => void;
}

async function startWorkers(boss: PgBoss, job: Job, { context, pollingSeconds, wake }: WorkerOptions): Promise<void> {
  const polling = { pollingIntervalSeconds: pollingSeconds, notifyPollingIntervalSeconds: pollingSeconds };
  const stopIfKeyReplaced = (queue: string) => (error: unknown) =>
    leaveQueueIfKeyReplaced(boss, context.log, queue, error);
  await boss.work(job.name, { ...polling, localConcurrency: job.concurrency ?? 1 }, async ([item]) => {
    if (!item) return;
    // one notification covers all jobs of a transaction, so there may be more
    wake(job.name);
    await job.run(context, job.input.parse(item.data ?? {})).catch(stopIfKeyReplaced(job.name));
  });
  if (!job.giveUp) return;
  const givenUp = givenUpQueueOf(job);
  await boss.work(givenUp, { ...polling, includeMetadata: true }, async ([item]) => {
    if (!item) return;
    const reason = messageOf(item.sourceOutput);
    await job.giveUp?.(context, job.input.parse(item.data ?? {}), reason).catch(stopIfKeyReplaced(givenUp));
  });
}

/**
 * Takes no more jobs of the queue after a failure because the instance key of this process was replaced: they would use
 * up the attempts of jobs that other replicas, or this one after its restart, can run.
 */
async function leaveQueueIfKeyReplaced(boss: PgBoss, log: Log, queue: string, error: unknown): Promise<never> {
  if (error instanceof DomainError && error.code === 'instance_key_replaced') {
    log.warn({ queue }, 'this core takes no more jobs of the queue: its instance key was replaced');
    // does not wait for this run
    await boss.offWork(queue, { wait: false });
  }
  throw error;
}

/** The message of an error as pg-boss stores it. */
function messageOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const text = message ?? value?.message;
  return typeof text === 'string' ? text : 'unknown';
}

/** pg-boss emits some errors as plain objects, which would be logged without their message. */
function withStack(error: Error): Error {
  return Object.assign(new Error(error.message), error, { stack: error.stack });
}
