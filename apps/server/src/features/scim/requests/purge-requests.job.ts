import { scimRequestDays } from '@gatewarden/contract/scim';
import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/job.ts';
import { deleteRemovalsBefore } from '../removals/removals.queries.ts';
import { deleteRequests } from './requests.queries.ts';

const dayMilliseconds = 24 * 3_600_000;
/** As many as the first synchronization of a large company makes. */
const maxRequests = 20_000;

/** Deletes old SCIM requests, and removals that no longer count. Safe to repeat. */
export const purgeScimRequests = defineJob({
  name: 'scim.purge-requests',
  input: z.object({}),
  schedule: '11,41 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  async run({ db, clock }) {
    const now = clock.now().getTime();
    await deleteRequests(db, { before: new Date(now - scimRequestDays * dayMilliseconds), max: maxRequests });
    await deleteRemovalsBefore(db, new Date(now - dayMilliseconds));
  },
});
