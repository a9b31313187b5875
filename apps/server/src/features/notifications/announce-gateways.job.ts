import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { staleBefore } from '../links/index.ts';
import * as queries from './gateway-outages.queries.ts';
import type { OutageMails } from './mail-outages.ts';
import type { Notify } from './notifications.service.ts';

/** Of one run; the next one announces the others. */
const gatewaysPerRun = 100;
/** A gateway that reconnects within this time, as after a restart of core, is not worth a notification. */
const patienceMilliseconds = 60_000;

/**
 * Notifies administrators, in the console and by mail, of gateways that have been disconnected for more than a minute, and of their return. A reader has one
 * unread notification per gateway. Safe to repeat: the transaction that notifies marks or deletes the outage.
 */
export function announceGateways(notify: Notify, mails: OutageMails): Job {
  return defineJob({
    name: 'notifications.announce-gateways',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 1, firstDelaySeconds: 5 },
    run: ({ db, clock }) =>
      inTransaction(db, async (tx) => {
        const now = clock.now();
        const dueBefore = new Date(now.getTime() - patienceMilliseconds);
        // an old outage is news if it was not noticed before, such as after an upgrade
        const yesterday = new Date(now.getTime() - 24 * 3_600_000);
        const instants = { staleBefore: staleBefore(now), dueBefore, limit: gatewaysPerRun };
        const ended = await queries.takeEndedOutages(tx, instants);
        await mails.mailReconnections(tx, now, ended);
        for (const outage of ended) {
          const seconds = Math.max(0, Math.round((now.getTime() - outage.since.getTime()) / 1000));
          await notify(tx, 'administrators', {
            ...describe(outage),
            kind: 'gateway_connected',
            details: { ...describe(outage).details, seconds },
            isContinuation: true,
          });
        }
        await queries.insertUnrecorded(tx, instants, now);
        for (const outage of await queries.markDueOutages(tx, instants))
          await notify(tx, 'administrators', {
            ...describe(outage),
            kind: 'gateway_disconnected',
            at: outage.since > yesterday ? outage.since : now,
          });
        await mails.mailDisconnections(tx, now, instants.staleBefore);
      }),
  });
}

function describe({ id, name, location_id, location, since }: queries.GatewayOutage) {
  return {
    key: `gateway:${id}`,
    forAdministrators: true,
    subject: { type: 'gateway', id, name },
    details: { location_id, location, since: toNaive(since) },
  } as const;
}
