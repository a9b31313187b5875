import { webhookDeliveryDays } from '@gatewarden/contract/webhooks';
import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteDeliveries } from './deliveries.queries.ts';

const dayMilliseconds = 24 * 3_600_000;
/** Of each webhook. */
const maxDeliveries = 10_000;

/** Deletes old requests to webhooks from their list. Safe to repeat. */
export const purgeWebhookDeliveries = defineJob({
  name: 'webhooks.purge-deliveries',
  input: z.object({}),
  schedule: '17,47 * * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - webhookDeliveryDays * dayMilliseconds);
    await deleteDeliveries(db, { before, max: maxDeliveries });
  },
});
