import pg from 'pg';
import type { PgBoss, QueueResult, UpdateQueueOptions } from 'pg-boss';
import type { Log } from '../log/log.ts';
import type { Job } from './job.ts';

/** Enqueued jobs are deleted this long after completion, scheduled ones after a week. */
const sentJobSeconds = 3600;
const scheduledJobSeconds = 7 * 24 * 3600;
const defaultTimeoutSeconds = 15 * 60;

interface Resources {
  readonly boss: PgBoss;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly log: Log;
}

/** Name of the queue for runs whose last attempt failed. */
export const givenUpQueueOf = ({ name }: Pick<Job, 'name'>) => `${name}.given-up`;

/**
 * Creates or updates the queues and schedules of these jobs and removes all other schedules. A queue of another job is
 * dropped only if it is empty, also of completed jobs: until then another version of core may use it. Safe to repeat,
 * and to run on several replicas at the same time.
 */
export async function reconcileQueues(resources: Resources, jobs: readonly Job[]): Promise<void> {
  const stored = new Map((await resources.boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of jobs.flatMap(queuesOf)) {
    await reconcileQueue(resources, queue, stored.get(queue.name));
    stored.delete(queue.name);
  }
  await reconcileSchedules(resources.boss, jobs);
  for (const name of stored.keys()) if (!name.startsWith('__pgboss')) await dropUnusedQueue(resources, name);
}

/** Applies the schedules of these jobs that differ from the stored ones and removes all others. */
async function reconcileSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  await applySchedules(boss, jobs);
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
}

/** Applies the schedules of these jobs that differ from the stored ones; does not change others. */
export async function applySchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const stored = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, schedule } of jobs) {
    const cron = typeof schedule === 'function' ? await schedule() : schedule;
    if (cron === stored.get(name)) continue;
    await (cron === undefined ? boss.unschedule(name) : boss.schedule(name, cron, {}, { tz: 'UTC' }));
  }
}

interface WantedQueue {
  readonly name: string;
  readonly policy: 'standard' | 'stately';
  /** All options, so that an option that a job no longer sets returns to its default. */
  readonly options: UpdateQueueOptions;
}

/** The queue of given-up runs comes first, because the queue of the job refers to it. */
function queuesOf(job: Job): WantedQueue[] {
  const defaults = { retryBackoff: true, expireInSeconds: defaultTimeoutSeconds, deadLetter: null, notify: true };
  const jobQueue: WantedQueue = {
    name: job.name,
    // scheduled runs must not accumulate; each enqueued job has a reason
    policy: job.schedule ? 'stately' : 'standard',
    options: {
      ...defaults,
      retryLimit: job.retry.attempts,
      retryDelay: job.retry.firstDelaySeconds,
      deleteAfterSeconds: job.schedule ? scheduledJobSeconds : sentJobSeconds,
      expireInSeconds: job.timeoutSeconds ?? defaultTimeoutSeconds,
      deadLetter: job.giveUp ? givenUpQueueOf(job) : null,
    },
  };
  if (!job.giveUp) return [jobQueue];
  const retries = { retryLimit: 20, retryDelay: 30, deleteAfterSeconds: sentJobSeconds };
  return [{ name: givenUpQueueOf(job), policy: 'standard', options: { ...defaults, ...retries } }, jobQueue];
}

async function reconcileQueue(
  resources: Resources,
  wanted: WantedQueue,
  stored: QueueResult | undefined,
): Promise<void> {
  const { name, policy, options } = wanted;
  // the policy is the only option that cannot be changed
  const isReplaced = stored !== undefined && stored.policy !== policy && (await dropIfEmpty(resources, name));
  if (stored && stored.policy !== policy && !isReplaced)
    resources.log.warn(
      { queue: name, policy: stored.policy },
      'the policy of a queue could not be changed because the queue is not empty; retrying at the next start',
    );
  if (!stored || isReplaced) await resources.boss.createQueue(name, { policy });
  const known = (isReplaced ? undefined : stored) as Readonly<Record<string, unknown>> | undefined;
  const isCurrent = Object.entries(options).every(([option, value]) => (known?.[option] ?? null) === value);
  if (!isCurrent) await resources.boss.updateQueue(name, options);
}

/** An unused queue is harmless, so a failure does not abort the start. */
async function dropUnusedQueue(resources: Resources, name: string): Promise<void> {
  await dropIfEmpty(resources, name).catch((error: unknown) =>
    resources.log.warn({ err: error, queue: name }, 'an unused queue could not be dropped; retrying at the next start'),
  );
}

/**
 * Returns whether the queue was dropped; then enqueueing its jobs fails, in former versions too. It is not dropped while it contains a job or receives the given-up jobs of an
 * existing queue.
 */
async function dropIfEmpty({ pool, log }: Resources, name: string): Promise<boolean> {
  const quoted = pg.escapeLiteral(name);
  // One transaction, since it is one message. The lock waits for transactions that have sent a job and blocks others;
  // pg-boss alone would delete a job that is committed after the check.
  await pool.query(`lock table pgboss.job in share row exclusive mode;
    select pgboss.delete_queue(name) from pgboss.queue where name = ${quoted}
      and not exists (select from pgboss.job where name = ${quoted} or dead_letter = ${quoted})
      and not exists (select from pgboss.queue where dead_letter = ${quoted})`);
  const { rowCount } = await pool.query('select from pgboss.queue where name = $1', [name]);
  if (rowCount !== 0) return false;
  log.info({ queue: name }, 'an unused queue was dropped');
  return true;
}
