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
  /** Cron in UTC, as a function where a setting determines it; absent for jobs that are only sent. */
  readonly schedule?: string | (() => Promise<string>);
  /** How often it is tried again, each time after about twice the delay of the time before. */
  readonly retry: { readonly attempts: number; readonly firstDelaySeconds: number };
  /** How many runs one replica works on at once; 1 when absent. */
  readonly concurrency?: number;
  /** A run that takes longer counts as failed; 15 minutes when absent. */
  readonly timeoutSeconds?: number;
  /** Must be harmless to run twice: a core that dies in the middle leaves the job to another. */
  run(context: JobContext, input: z.output<Input>): Promise<void>;
  /** Runs once the last attempt has failed, or was lost with its core; `reason` is the failure's message. */
  giveUp?(context: JobContext, input: z.output<Input>, reason: string): Promise<void>;
}

export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}
