import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { purgeDeletedTraffic } from './roll-up.ts';

/** Removes traffic of devices, locations and gateways that are gone. Safe to run twice: they stay gone. */
export const purgeDeleted = defineJob({
  name: 'traffic.purge-deleted',
  input: z.object({}),
  schedule: '41 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 300 },
  run: ({ db }) => purgeDeletedTraffic(db),
});
