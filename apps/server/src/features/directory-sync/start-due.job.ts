import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { DirectorySyncService } from './directory-sync.service.ts';

/** Starts the synchronization that is due. Safe to run twice: only one run of a directory is unfinished. */
export function startDue(service: Pick<DirectorySyncService, 'startDue'>): Job {
  return defineJob({
    name: 'directory-sync.start-due',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: () => service.startDue(),
  });
}
