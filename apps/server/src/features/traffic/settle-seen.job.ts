import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { settleSeen } from './settle-seen.ts';

/** Applies what was reported since traffic was last viewed, so that viewing it need not. Safe to run twice. */
export const settleSeenDevices = defineJob({
  name: 'traffic.settle-seen',
  input: z.object({}),
  schedule: '* * * * *',
  retry: { attempts: 0, firstDelaySeconds: 0 },
  run: ({ db }) => settleSeen(db),
});
