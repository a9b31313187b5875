import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { undoMilliseconds } from '../undo-time.ts';
import { deleteRemovedGroupsBefore } from './removed-groups.queries.ts';

/** Deletes removed groups that can no longer be restored. Safe to repeat: deletes only rows without effect. */
export const purgeRemovedGroups = defineJob({
  name: 'groups.purge-removed-groups',
  input: z.object({}),
  schedule: '*/15 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: ({ db, clock }) => deleteRemovedGroupsBefore(db, new Date(clock.now().getTime() - undoMilliseconds)),
});
