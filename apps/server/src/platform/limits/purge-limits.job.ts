import { z } from 'zod';
import { defineJob, type Job } from '../jobs/job.ts';
import { deleteUnusedLimits } from './shared-limits.queries.ts';

/** Limits the number of rows: strangers can have many addresses. Safe to repeat. */
export const purgeLimits: Job = defineJob({
  name: 'limits.purge',
  input: z.object({}),
  schedule: '*/5 * * * *',
  retry: { attempts: 0, firstDelaySeconds: 0 },
  run: ({ db, clock }) => deleteUnusedLimits(db, clock.now()),
});
