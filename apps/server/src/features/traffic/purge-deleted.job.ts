import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { purgeDeletedTraffic } from './roll-up.ts';

/** Purges traffic of deleted devices, locations and gateways. Safe to run twice. */
export const purgeDeleted = defineJob({
  name: 'traffic.purge-deleted',
  input: z.object({}),
  schedule: '41 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 300 },
  run: ({ db }) => purgeDeletedTraffic(db),
});
