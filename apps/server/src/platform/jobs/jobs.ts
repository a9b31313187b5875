import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { refusalByDatabase } from '../database/refusal.ts';
import type { Log } from '../log/log.ts';

/** What every job may use. */
export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Job<Input extends z.ZodType = z.ZodType> {
  /** Feature first, such as `traffic.purge`. */
  readonly name: string;
  readonly input: Input;
  /** Cron in UTC; absent for jobs that are only sent. */
  readonly schedule?: string;
  /** How often it is tried again, each time after about twice the delay of the time before. */
  readonly retry: { readonly attempts: number; readonly firstDelaySeconds: number };
  /** How many runs one replica works on at once; 1 when absent. */
  readonly atOnce?: number;
  /** A run that takes longer counts as failed; 15 minutes when absent. */
  readonly longestSeconds?: number;
  /** Must be harmless to run twice: a core that dies in the middle leaves the job to another. */
  run(context: JobContext, input: z.output<Input>): Promise<void>;
  /** Runs once the last attempt has failed, or was lost with its core; `reason` is the failure's message. */
  giveUp?(context: JobContext, input: z.output<Input>, reason: string): Promise<void>;
}

export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}

export interface Jobs {
  /** Makes their queues, so that they can be sent from now on. */
  prepare(jobs: readonly Job[]): Promise<void>;
  /**
   * Sends a job that the transaction makes necessary: it runs when, and only if, the transaction is committed, at once
   * where a replica is free. What is secret in `input` is for the caller to encrypt, for jobs are kept for a while
   * after they are done. Returns the id for `isWaiting`.
   */
  enqueue<Input extends z.ZodType>(tx: Tx, job: Job<Input>, input: z.input<Input>): Promise<string>;
  /** Whether what was sent has yet to succeed, and will be tried (again). */
  isWaiting(job: Pick<Job, 'name'>, id: string): Promise<boolean>;
  /** Begins to work on what was prepared, together with all other replicas; each run happens on one of them. */
  work(context: JobContext): Promise<void>;
  /** Waits for the jobs at hand, a few seconds at most; what is left runs at the next start or on another replica. Safe to repeat. */
  stop(): Promise<void>;
}

interface Options {
  readonly pool: pg.Pool;
  readonly notifications: Pick<Notifications, 'listen'>;
  readonly log: Log;
  readonly pollingSeconds?: number;
}

/** Says that a job was sent; the message is its name. */
const jobChannel = 'gatewarden_job';

/** The jobs of the instance. pg-boss keeps its tables in the schema `pgboss` and shares our pool. */
export async function openJobs({ pool, notifications, log, pollingSeconds = 10 }: Options): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'pgboss',
    supervise: true,
    schedule: true,
  });
  // the database may be away for a while; pg-boss keeps trying
  boss.on('error', (error) =>
    log.warn(refusalByDatabase(error) ? { reason: error.message } : { err: withStack(error) }, 'jobs are delayed'),
  );
  await boss.start();
  const prepared: Job[] = [];
  let stopping: Promise<void> | undefined;
  const workers = new Map<string, string[]>();
  // what is missed here is found by polling
  const stopListening = notifications.listen(jobChannel, (name) => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  });
  return {
    async prepare(jobs) {
      for (const job of jobs) await createQueues(boss, job);
      prepared.push(...jobs);
    },
    async enqueue(tx, job, input) {
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
        return { rows: [...rows] };
      };
      const id = await boss.send(job.name, input as object, { db: { executeSql } });
      if (id === null) throw new Error(`the job ${job.name} was not taken`);
      await sql`select pg_notify(${jobChannel}, ${job.name})`.execute(tx);
      return id;
    },
    async isWaiting({ name }, id) {
      const state = (await boss.getJobById(name, id))?.state;
      return state === 'created' || state === 'retry' || state === 'active';
    },
    async work(context) {
      for (const job of prepared) {
        const named = { ...context, log: context.log.child({ job: job.name }) };
        workers.set(job.name, await startWorkers(boss, job, { context: named, pollingSeconds }));
      }
    },
    stop() {
      stopListening();
      stopping ??= stopBoss(
        boss,
        prepared.flatMap((job) => [job.name, givenUp(job)]),
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

/** Done jobs are deleted within a day of this. */
const keptSeconds = 3600;
/** The queue of those whose last attempt failed. */
const givenUp = (job: Job) => `${job.name}.given-up`;

async function createQueues(boss: PgBoss, job: Job): Promise<void> {
  if (job.giveUp) {
    const retry = { retryLimit: 20, retryDelay: 30, retryBackoff: true };
    await boss.createQueue(givenUp(job), { ...retry, deleteAfterSeconds: keptSeconds });
  }
  await boss.createQueue(job.name, {
    // a schedule must not pile up; what is sent is sent for a reason each time
    policy: job.schedule ? 'stately' : 'standard',
    retryLimit: job.retry.attempts,
    retryDelay: job.retry.firstDelaySeconds,
    retryBackoff: true,
    ...(job.schedule ? {} : { deleteAfterSeconds: keptSeconds }),
    ...(job.longestSeconds === undefined ? {} : { expireInSeconds: job.longestSeconds }),
    ...(job.giveUp ? { deadLetter: givenUp(job) } : {}),
  });
}

interface Workplace {
  readonly context: JobContext;
  readonly pollingSeconds: number;
}

/** The ids of those who work on the job itself. */
async function startWorkers(boss: PgBoss, job: Job, { context, pollingSeconds }: Workplace): Promise<string[]> {
  const pace = { pollingIntervalSeconds: pollingSeconds };
  const ids: string[] = [];
  const takeNext = (index: number) => {
    const id = ids[index];
    if (id) boss.notifyWorker(id);
  };
  for (let index = 0; index < (job.atOnce ?? 1); index += 1) {
    const id = await boss.work(job.name, pace, async ([item]) => {
      if (!item) return;
      // where there was one there may be more
      takeNext(index);
      await job.run(context, job.input.parse(item.data ?? {}));
    });
    ids.push(id);
  }
  if (job.giveUp) {
    await boss.work(givenUp(job), { ...pace, includeMetadata: true }, async ([item]) => {
      if (item) await job.giveUp?.(context, job.input.parse(item.data ?? {}), messageOf(item.sourceOutput));
    });
  }
  if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' });
  return ids;
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
