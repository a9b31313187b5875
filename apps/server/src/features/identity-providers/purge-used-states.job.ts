import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteExpiredStates } from './used-states.queries.ts';

/** Limits the size of the table of used answers. Safe to repeat: deletes only rows that are refused as expired anyway. */
export const purgeUsedStates = defineJob({
  name: 'identity-providers.purge-used-states',
  input: z.object({}),
  schedule: '*/15 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: ({ db, clock }) => deleteExpiredStates(db, clock.now()),
});
