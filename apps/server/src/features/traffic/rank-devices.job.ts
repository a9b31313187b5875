import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { rankDevices } from './rank-devices.ts';

/** Ranks the devices of each location by traffic. Safe to run twice: a bucket that is ranked again is replaced. */
export const rankDevicesJob = defineJob({
  name: 'traffic.rank-devices',
  input: z.object({}),
  // a minute after each bucket, when its last reports are stored
  schedule: '1-59/5 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: ({ db, clock }) => rankDevices(db, clock.now()),
});
