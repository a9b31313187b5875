import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteJobsEndedBefore } from './jobs.queries.ts';
import type { JobsService } from './jobs.service.ts';

const historyMilliseconds = 30 * 24 * 3_600_000;

/** Ends provisioning jobs whose provisioner vanished, and deletes old ones. Safe to repeat: a job ends once. */
export const endYubikeyJobs = ({ failOverdue }: Pick<JobsService, 'failOverdue'>) =>
  defineJob({
    name: 'yubikeys.end-jobs',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 3, firstDelaySeconds: 5 },
    async run({ db, clock }) {
      await failOverdue();
      await deleteJobsEndedBefore(db, new Date(clock.now().getTime() - historyMilliseconds));
    },
  });
