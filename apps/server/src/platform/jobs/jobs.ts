import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { classifyDatabaseError } from '../database/classify-database-error.ts';
import type { Tx } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Log } from '../log/log.ts';
import type { Job, JobContext } from './job.ts';
import { applySchedules, givenUpQueue, reconcileQueues } from './reconcile-queues.ts';

export interface Jobs {
  /**
   * Makes queues and schedules those of these jobs, which are all of the instance, so that they can be sent from now on.
   * What an earlier version left is removed.
   */
  prepare(jobs: readonly Job[]): Promise<void>;
  /** Applies schedules that settings determine. To be called when settings change. */
  reschedule(): Promise<void>;
  /**
   * Sends a job that the transaction makes necessary: it runs when, and only if, the transaction is committed, at once
   * where a replica is free. What is secret in `input` is for the caller to encrypt, for jobs are kept for a while
   * after they are done. Returns the id for `isWaiting`.
   */
  enqueue<Input extends z.ZodType>(
    tx: Tx,
    job: Pick<Job<Input>, 'name' | 'input'>,
    input: z.input<Input>,
  ): Promise<string>;
  /** Has a job that takes no input run as soon as a replica is free, whatever its schedule. False when it waits already. */
  runSoon(name: string): Promise<boolean>;
  /** Whether what was sent has yet to succeed, and will be tried (again). */
  isWaiting(job: Pick<Job, 'name'>, id: string): Promise<boolean>;
  /** Begins to work on what was prepared, together with all other replicas; each run happens on one of them. */
  work(context: JobContext): Promise<void>;
  /** Waits for the jobs at hand, a few seconds at most; what is left runs at the next start or on another replica. Safe to repeat. */
  stop(): Promise<void>;
}

interface Options {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly notifications: Pick<Notifications, 'listen' | 'listening' | 'onReconnect'>;
  readonly log: Log;
  readonly pollingSeconds?: number;
  /** Whether this process runs jobs and keeps the tables in order; it only sends them otherwise. */
  readonly isWorker?: boolean;
}

/** The jobs of the instance. pg-boss keeps its tables in the schema `pgboss` and shares our connections. */
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
  // the database may be away for a while; pg-boss keeps trying
  boss.on('error', (error) =>
    log.warn(classifyDatabaseError(error) ? { reason: error.message } : { err: withStack(error) }, 'jobs are delayed'),
  );
  await boss.start();
  const prepared: Job[] = [];
  let stopping: Promise<void> | undefined;
  return {
    async prepare(jobs) {
      await reconcileQueues({ boss, pool, log }, jobs);
      prepared.push(...jobs);
    },
    // none before `prepare`, which reads the settings itself; schedules of another version are not touched
    reschedule: () =>
      applySchedules(
        boss,
        prepared.filter(({ schedule }) => typeof schedule === 'function'),
      ),
    async enqueue(tx, job, input) {
      const id = await boss.send(job.name, input as object, { db: fromKysely(tx) });
      if (id === null) throw new Error(`the job ${job.name} was not taken`);
      return id;
    },
    runSoon: async (name) => (await boss.send(name, {})) !== null,
    async isWaiting({ name }, id) {
      const state = (await boss.getJobById(name, id))?.state;
      return state === 'created' || state === 'retry' || state === 'active';
    },
    async work(context) {
      for (const job of prepared) {
        const named = { ...context, log: context.log.child({ job: job.name }) };
        await startWorkers(boss, job, { context: named, pollingSeconds, wake: connection.wake });
      }
    },
    stop() {
      stopping ??= stopBoss(
        boss,
        prepared.flatMap((job) => [job.name, givenUpQueue(job)]),
      );
      return stopping;
    },
  };
}

const longestStopMilliseconds = 5_000;

/** Waits for the current runs of these queues here: pg-boss would check only every half second whether they have ended. */
async function stopBoss(boss: PgBoss, queues: readonly string[]): Promise<void> {
  const deadline = new AbortController();
  const timeout = wait(longestStopMilliseconds, undefined, { signal: deadline.signal }).catch(() => undefined);
  await Promise.race([Promise.all(queues.map((name) => boss.offWork(name))), timeout]);
  deadline.abort();
  await boss.stop({ graceful: false });
}

/** `wake` has this process look for jobs in the queue now. */
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

interface Workplace {
  readonly context: JobContext;
  readonly pollingSeconds: number;
  readonly wake: (queue: string) => void;
}

async function startWorkers(boss: PgBoss, job: Job, { context, pollingSeconds, wake }: Workplace): Promise<void> {
  const pace = { pollingIntervalSeconds: pollingSeconds, notifyPollingIntervalSeconds: pollingSeconds };
  await boss.work(job.name, { ...pace, localConcurrency: job.concurrency ?? 1 }, async ([item]) => {
    if (!item) return;
    // a notification stands for all jobs of a transaction: where there was one there may be more
    wake(job.name);
    await job.run(context, job.input.parse(item.data ?? {}));
  });
  if (!job.giveUp) return;
  await boss.work(givenUpQueue(job), { ...pace, includeMetadata: true }, async ([item]) => {
    if (item) await job.giveUp?.(context, job.input.parse(item.data ?? {}), messageOf(item.sourceOutput));
  });
}

/** What pg-boss keeps of an error. */
function messageOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const text = message ?? value?.message;
  return typeof text === 'string' ? text : 'unknown';
}

/** pg-boss emits some errors as copies, which are plain objects and would be logged without their message. */
function withStack(error: Error): Error {
  return Object.assign(new Error(error.message), error, { stack: error.stack });
}
