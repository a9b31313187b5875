import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { purgeDeletedTraffic } from './roll-up.ts';

/** Purges traffic of deleted devices, locations, gateways and access rules, and what access rules decided over a year ago. Safe to run twice. */
export const purgeDeleted = defineJob({
  name: 'traffic.purge-deleted',
  input: z.object({}),
  schedule: '41 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 300 },
  run: ({ db, clock }) => purgeDeletedTraffic(db, clock.now()),
});
