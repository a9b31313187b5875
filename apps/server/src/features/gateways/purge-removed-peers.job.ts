import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { purgeConfirmations } from './confirmations.queries.ts';
import { purgeRemovedPeers as purgePeers } from './state-history.queries.ts';

/** A gateway that was disconnected for longer gets the full state. */
const retentionMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** Deletes peers and confirmations after the retention time, which bounds both tables. Safe to run twice. */
export const purgeRemovedPeers = defineJob({
  name: 'gateways.purge-removed-peers',
  input: z.object({}),
  schedule: '17 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 60 },
  run: async ({ db, clock, log }) => {
    const before = new Date(clock.now().getTime() - retentionMilliseconds);
    const purged = await inTransaction(db, (tx) => purgePeers(tx, before));
    await inTransaction(db, (tx) => purgeConfirmations(tx, before));
    log.info({ purged }, 'removed peers purged');
  },
});
