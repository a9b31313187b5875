import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteExpiredArtifacts } from './provider/artifacts.queries.ts';

/** A used code or token is retained for a while after its end, so that a second use is still detected. */
const retainedMilliseconds = 3_600_000;

/** Deletes codes, tokens and grants that have ended. Safe to repeat. */
export const purgeExpired = defineJob({
  name: 'openid-apps.purge-expired',
  input: z.object({}),
  schedule: '*/15 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: async ({ db, clock }) => {
    await deleteExpiredArtifacts(db, new Date(clock.now().getTime() - retainedMilliseconds));
  },
});
