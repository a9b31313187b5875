import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { HomeService } from './home.service.ts';

/** Limits the stored dismissals to current conditions. Safe to repeat. */
export function purgeDismissals(home: Pick<HomeService, 'purgeDismissals'>): Job {
  return defineJob({
    name: 'home.purge-dismissals',
    input: z.object({}),
    schedule: '*/10 * * * *',
    retry: { attempts: 1, firstDelaySeconds: 30 },
    run: () => home.purgeDismissals(),
  });
}
