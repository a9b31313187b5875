import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../database/database.ts';
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
  readonly retry: { readonly attempts: number; readonly firstDelaySeconds: number };
  /** Must be harmless to run twice: a core that dies in the middle leaves the job to another. */
  readonly run: (context: JobContext, input: z.output<Input>) => Promise<void>;
}

export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job {
  return job as unknown as Job;
}

export interface Jobs {
  /** Waits for the jobs at hand, a few seconds at most; what is left runs at the next start or on another replica. */
  stop(): Promise<void>;
}

/**
 * Works on the jobs of the instance together with all other replicas; each run happens on one of them. pg-boss keeps
 * its tables in the schema `pgboss` and shares our pool.
 */
export async function startJobs(
  pool: pg.Pool,
  jobs: readonly Job[],
  context: JobContext,
  { pollingSeconds = 10 } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'pgboss',
    supervise: true,
    schedule: true,
  });
  // the database may be away for a while; pg-boss keeps trying
  boss.on('error', (error) => context.log.warn({ err: error }, 'jobs are delayed'));
  await boss.start();
  for (const job of jobs) await work(boss, job, { context, pollingSeconds });
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}

interface Workplace {
  readonly context: JobContext;
  readonly pollingSeconds: number;
}

async function work(boss: PgBoss, job: Job, { context, pollingSeconds }: Workplace): Promise<void> {
  await boss.createQueue(job.name, {
    policy: 'stately',
    retryLimit: job.retry.attempts,
    retryDelay: job.retry.firstDelaySeconds,
    retryBackoff: true,
  });
  await boss.work(job.name, { pollingIntervalSeconds: pollingSeconds }, async ([item]) => {
    if (!item) return;
    await job.run({ ...context, log: context.log.child({ job: job.name }) }, job.input.parse(item.data ?? {}));
  });
  if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' });
}
