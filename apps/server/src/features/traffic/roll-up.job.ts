import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { rollUpTraffic } from './roll-up.ts';

/** Keeps traffic small as it grows old. Safe to run twice: what has moved is no longer where it is looked for. */
export const rollUp = defineJob({
  name: 'traffic.roll-up',
  input: z.object({}),
  schedule: '7 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 60 },
  run: ({ db, clock }) => rollUpTraffic(db, clock.now()),
});
