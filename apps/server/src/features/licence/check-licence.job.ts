import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { LicenceService } from './licence.service.ts';

/** Notices transitions that only time causes, and changes of counts. Safe to run twice. */
export function checkLicence(licence: Pick<LicenceService, 'check'>): Job {
  return defineJob({
    name: 'licence.check',
    input: z.object({}),
    schedule: '*/5 * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: () => licence.check(),
  });
}
