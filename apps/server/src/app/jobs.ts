import type pg from 'pg';
import { forgetOldSignIns } from '../features/auth/index.ts';
import { type JobContext, type Jobs, startJobs } from '../platform/jobs/jobs.ts';

const jobs = [forgetOldSignIns];

export function startProductJobs(pool: pg.Pool, context: JobContext): Promise<Jobs> {
  return startJobs(pool, jobs, context);
}
