import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { rollUpTraffic } from './roll-up.ts';

/** Rolls up old traffic into fewer rows. Safe to run twice: traffic that was rolled up is not found again. */
export const rollUp = defineJob({
  name: 'traffic.roll-up',
  input: z.object({}),
  schedule: '7 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 60 },
  run: ({ db, clock }) => rollUpTraffic(db, clock.now()),
});
