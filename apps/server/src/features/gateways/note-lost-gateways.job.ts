import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import { createGatewayLog } from './gateway-log.ts';
import { gatewaySafe } from './gateways.events.ts';
import { heardAfter } from './gateways.present.ts';
import { markLost } from './presence.queries.ts';

/** Tells of gateways whose core died before it could. Safe to run twice: each is marked, and told of, once. */
export function noteLostGateways(events: Events): Job {
  return defineJob({
    name: 'gateways.note-lost',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 1, firstDelaySeconds: 10 },
    run: ({ db, clock }) =>
      inTransaction(db, async (tx) => {
        const gatewayLog = createGatewayLog({ events, clock });
        for (const gateway of await markLost(tx, heardAfter(clock.now()))) {
          await gatewayLog.publish(tx, 'gateway.disconnected', { gateway: gatewaySafe(gateway) });
        }
      }),
  });
}
