import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { UpdatesService } from './updates.service.ts';

/** Reads the release feed every six hours, and every hour while that fails. Safe to run twice: the second run is not due. */
export function checkUpdates(updates: Pick<UpdatesService, 'checkIfDue'>): Job {
  return defineJob({
    name: 'updates.check',
    input: z.object({}),
    schedule: '41 * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: updates.checkIfDue,
  });
}
