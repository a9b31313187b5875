import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { ComponentKinds } from './component-kinds.ts';
import { markStale } from './presence.queries.ts';
import { staleBefore } from './presence.ts';

/** Marks components of crashed replicas as disconnected. Safe to run twice: each is marked and reported once. */
export function markStaleComponents(kinds: Pick<ComponentKinds, 'disconnected'>): Job {
  return defineJob({
    name: 'links.mark-stale-components',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 1, firstDelaySeconds: 10 },
    run: ({ db, clock }) =>
      inTransaction(db, async (tx) => kinds.disconnected(tx, await markStale(tx, staleBefore(clock.now())))),
  });
}
