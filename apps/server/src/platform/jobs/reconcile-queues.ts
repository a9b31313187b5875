import type pg from 'pg';
import type { PgBoss, QueueResult, UpdateQueueOptions } from 'pg-boss';
import type { Log } from '../log/log.ts';
import type { Job } from './job.ts';

/** Jobs that were sent are deleted this long after they are done, those of schedules after a week. */
const sentJobSeconds = 3600;
const scheduledJobSeconds = 7 * 24 * 3600;
const usualRunSeconds = 15 * 60;

interface Means {
  readonly boss: PgBoss;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly log: Log;
}

/** The queue of those whose last attempt failed. */
export const givenUpQueue = ({ name }: Pick<Job, 'name'>) => `${name}.given-up`;

/**
 * Makes queues and schedules those of these jobs: changed options and schedules apply from now on, schedules of other
 * jobs end. A queue of another job is dropped once it has no jobs, also none that are done: until then another version of
 * core may use it. Harmless to repeat, and at the same time by several replicas.
 */
export async function reconcileQueues(means: Means, jobs: readonly Job[]): Promise<void> {
  const stored = new Map((await means.boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of jobs.flatMap(queuesOf)) {
    await reconcileQueue(means, queue, stored.get(queue.name));
    stored.delete(queue.name);
  }
  await reconcileSchedules(means.boss, jobs);
  for (const name of stored.keys()) if (!name.startsWith('__pgboss')) await cleanUp(means, name);
}

/** Applies those schedules of these jobs that differ from the stored ones, and ends all others. */
async function reconcileSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  await applySchedules(boss, jobs);
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
}

/** Applies those schedules of these jobs that differ from the stored ones; those of other jobs stay as they are. */
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
  /** All of them, so that one that a job no longer sets goes back to the usual. */
  readonly options: UpdateQueueOptions;
}

/** That of the job after that of its given-up runs, to which it refers. */
function queuesOf(job: Job): WantedQueue[] {
  const usual = { retryBackoff: true, expireInSeconds: usualRunSeconds, deadLetter: null, notify: true };
  const own: WantedQueue = {
    name: job.name,
    // a schedule must not pile up; what is sent is sent for a reason each time
    policy: job.schedule ? 'stately' : 'standard',
    options: {
      ...usual,
      retryLimit: job.retry.attempts,
      retryDelay: job.retry.firstDelaySeconds,
      deleteAfterSeconds: job.schedule ? scheduledJobSeconds : sentJobSeconds,
      expireInSeconds: job.timeoutSeconds ?? usualRunSeconds,
      deadLetter: job.giveUp ? givenUpQueue(job) : null,
    },
  };
  if (!job.giveUp) return [own];
  const retries = { retryLimit: 20, retryDelay: 30, deleteAfterSeconds: sentJobSeconds };
  return [{ name: givenUpQueue(job), policy: 'standard', options: { ...usual, ...retries } }, own];
}

async function reconcileQueue(means: Means, wanted: WantedQueue, stored: QueueResult | undefined): Promise<void> {
  const { name, policy, options } = wanted;
  // the one option that a queue cannot change
  const isReplaced = stored !== undefined && stored.policy !== policy && (await dropIfEmpty(means, name));
  if (stored && stored.policy !== policy && !isReplaced)
    means.log.warn({ queue: name, policy: stored.policy }, 'a queue gets its new policy at a start when it is empty');
  if (!stored || isReplaced) await means.boss.createQueue(name, { policy });
  const known = (isReplaced ? undefined : stored) as Readonly<Record<string, unknown>> | undefined;
  const isCurrent = Object.entries(options).every(([option, value]) => (known?.[option] ?? null) === value);
  if (!isCurrent) await means.boss.updateQueue(name, options);
}

/** An unused queue does no harm, so a failure does not end the start. */
async function cleanUp(means: Means, name: string): Promise<void> {
  await dropIfEmpty(means, name).catch((error: unknown) =>
    means.log.warn({ err: error, queue: name }, 'an unused queue is dropped at a later start'),
  );
}

/** Returns whether it was dropped. Not while a job is in it, or it takes the given-up jobs of a queue that is still there. */
async function dropIfEmpty({ boss, pool, log }: Means, name: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_used: boolean }>(
    `select exists (select from pgboss.job where name = $1 or dead_letter = $1)
      or exists (select from pgboss.queue where dead_letter = $1) as is_used`,
    [name],
  );
  if (rows[0]?.is_used) return false;
  await boss.deleteQueue(name);
  log.info({ queue: name }, 'an unused queue was dropped');
  return true;
}
