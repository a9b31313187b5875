import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteMailsWithoutJob } from './mail.queries.ts';

/** Deletes mails that are never sent because their job expired. Safe to repeat. */
export const purgeMails = defineJob({
  name: 'mail.purge',
  input: z.object({}),
  schedule: '40 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: ({ db }) => deleteMailsWithoutJob(db),
});
