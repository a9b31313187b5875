import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteVersionsBefore, findOldestRetained, type HistoryLimits } from './history-retention.queries.ts';
import { lockDeployments } from './rules.queries.ts';

/** docs/access-control.md names them. */
export const historyLimits: HistoryLimits = { versions: 5_000, bytes: 512 * 1024 * 1024 };

/** Deletes the oldest versions of the access rules. Safe to repeat: those within the limits remain. */
export const purgeHistory = (limits: HistoryLimits) =>
  defineJob({
    name: 'access.purge-history',
    input: z.object({}),
    schedule: '17 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 60 },
    run: ({ db }) =>
      inTransaction(db, async (tx) => {
        await lockDeployments(tx);
        const oldest = await findOldestRetained(tx, limits);
        if (oldest !== undefined) await deleteVersionsBefore(tx, oldest);
      }),
  });
