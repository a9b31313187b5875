import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';

/** Ends sessions of devices that are no longer connected, and deletes old attempts. Safe to run twice. */
export function endInactiveSessions(run: () => Promise<void>): Job {
  return defineJob({
    name: 'location-mfa.end-inactive',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run,
  });
}
