import type { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';

/** The dependencies of every job. */
export interface JobContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Job<Input extends z.ZodType = z.ZodType> {
  /** Feature first, such as `traffic.purge`. */
  readonly name: string;
  readonly input: Input;
  /** Cron expression in UTC, as a function if a setting determines it; absent for jobs that are only enqueued. */
  readonly schedule?: string | (() => Promise<string>);
  /** How often a failed run is retried; the delay roughly doubles each time. */
  readonly retry: { readonly attempts: number; readonly firstDelaySeconds: number };
  /** How many runs one replica executes at the same time; 1 if absent. */
  readonly concurrency?: number;
  /** A longer run counts as failed; 15 minutes if absent. */
  readonly timeoutSeconds?: number;
  /** Must be idempotent: if a core crashes during a run, another one repeats it. */
  run(context: JobContext, input: z.output<Input>): Promise<void>;
  /** Runs after the last attempt has failed or was lost with its core; `reason` is the message of the failure. */
  giveUp?(context: JobContext, input: z.output<Input>, reason: string): Promise<void>;
}

export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}
