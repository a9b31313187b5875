import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteOldChallenges } from '../mfa/index.ts';
import { deleteOldCodeAttempts } from './code-attempts.queries.ts';
import { deleteOldBrowsers } from './recognized-browsers.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';
import { deleteOldAttempts } from './sign-in-attempts.queries.ts';

/** Limits the size of the tables of sessions and attempts. Safe to repeat: deletes only rows without effect. */
export const purgeOldSignIns = defineJob({
  name: 'auth.purge-old-sign-ins',
  input: z.object({}),
  schedule: '*/15 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: async ({ db, clock }) => {
    await deleteExpiredSessions(db, clock.now());
    await deleteOldAttempts(db, clock.now());
    await deleteOldCodeAttempts(db, clock.now());
    await deleteOldBrowsers(db, clock.now());
    await deleteOldChallenges(db, clock.now());
  },
});
