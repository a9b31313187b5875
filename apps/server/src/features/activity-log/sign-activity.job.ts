import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { LogCheckpoints } from './log-checkpoints.ts';

/** Signs the activity log every hour. Safe to run twice: a log that did not grow gets no second checkpoint. */
export function signActivity(checkpoints: Pick<LogCheckpoints, 'sign'>): Job {
  return defineJob({
    name: 'activity-log.checkpoint',
    input: z.object({}),
    schedule: '0 * * * *',
    retry: { attempts: 5, firstDelaySeconds: 30 },
    run: async () => void (await checkpoints.sign()),
  });
}
