import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { deleteAwaited } from './awaited.queries.ts';
import { deleteRemovedPeers } from './location-state.queries.ts';

/** A gateway that was away for longer gets the whole state, which it would hardly notice; and nobody looks that long. */
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** Keeps the table of peers as large as the number of devices. Safe to run twice: there is nothing left to forget. */
export const forgetRemovedPeers = defineJob({
  name: 'gateways.forget-removed-peers',
  input: z.object({}),
  schedule: '17 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 60 },
  run: async ({ db, clock, log }) => {
    const before = new Date(clock.now().getTime() - keptMilliseconds);
    const forgotten = await inTransaction(db, (tx) => deleteRemovedPeers(tx, before));
    await inTransaction(db, (tx) => deleteAwaited(tx, before));
    log.info({ forgotten }, 'removed peers forgotten');
  },
});
