import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';

/** Asks the issuer for a new key when the old one ends soon. Safe to run twice: the second run is not due. */
export function renewLicence(renew: () => Promise<void>): Job {
  return defineJob({
    name: 'licence.renew',
    input: z.object({}),
    schedule: '23 * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: renew,
  });
}
