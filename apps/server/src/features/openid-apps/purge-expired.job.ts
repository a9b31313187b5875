import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteExpiredArtifacts } from './provider/artifacts.queries.ts';

/** Deletes codes, tokens, unfinished requests and grants that have ended. Safe to repeat. */
export const purgeExpired = defineJob({
  name: 'openid-apps.purge-expired',
  input: z.object({}),
  schedule: '*/5 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: ({ db, clock }) => deleteExpiredArtifacts(db, clock.now()),
});
