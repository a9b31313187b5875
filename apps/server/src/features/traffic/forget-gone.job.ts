import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { forgetGoneTraffic } from './roll-up.ts';

/** Removes traffic of devices, locations and gateways that are gone. Safe to run twice: they stay gone. */
export const forgetGone = defineJob({
  name: 'traffic.forget-gone',
  input: z.object({}),
  schedule: '41 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 300 },
  run: ({ db }) => forgetGoneTraffic(db),
});
