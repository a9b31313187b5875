import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { undoMilliseconds } from '../undo-time.ts';
import { deleteRemovedDevicesBefore } from './removed-devices.queries.ts';

/** Deletes removed devices that can no longer be restored. Safe to repeat: deletes only rows without effect. */
export const purgeRemovedDevices = defineJob({
  name: 'devices.purge-removed-devices',
  input: z.object({}),
  schedule: '*/15 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: ({ db, clock }) => deleteRemovedDevicesBefore(db, new Date(clock.now().getTime() - undoMilliseconds)),
});
