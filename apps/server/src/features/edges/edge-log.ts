import { z } from 'zod';
import { bySystem, type Origin } from '../../platform/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { claimEntries, takeOmitted } from '../../platform/limits/log-allowance.queries.ts';
import type { Clock } from '../../ports/clock.ts';

/** What an edge, or another program at its address, can cause without limit. */
type ReportedEvent = 'edge.joined' | 'edge.connected' | 'edge.disconnected' | 'edge.refused';

/** Entries per hour of all edges: one on a bad link reconnects a few dozen times. */
const hourlyEntries = 200;
const allowance = { kind: 'edge', subject: '' } as const;

/** Publishes events that edges cause. Beyond the hourly allowance they are only broadcast, and counted in one entry. */
export type EdgeLog = <T extends ReportedEvent>(
  tx: Tx,
  type: T,
  payload: EventMap[T],
  origin?: Origin,
) => Promise<void>;

interface Dependencies {
  readonly events: Events;
  readonly clock: Pick<Clock, 'now'>;
}

export function createEdgeLog({ events, clock }: Dependencies): EdgeLog {
  return async (tx, type, payload, origin = bySystem) => {
    const claimed = await claimEntries(tx, { ...allowance, limit: hourlyEntries, now: clock.now() });
    if (claimed > 0) await events.publish(tx, type, origin, payload);
    else await events.broadcast(tx, type, payload);
  };
}

/** Logs how many entries were omitted. Safe to run twice: the count is deleted in the transaction that logs it. */
export function logOmittedEdgeEntries(events: Events): Job {
  return defineJob({
    name: 'edges.log-omitted-entries',
    input: z.object({}),
    schedule: '*/15 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    run: ({ db, clock }) =>
      inTransaction(db, async (tx) => {
        const omitted = await takeOmitted(tx, [allowance.kind], clock.now());
        const count = omitted.reduce((sum, each) => sum + each.count, 0);
        if (count > 0) await events.publish(tx, 'edge.entries-omitted', bySystem, { count });
      }),
  });
}
