import { notificationDays } from '@gatewarden/contract/notifications';
import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { deleteNotificationsBefore } from './notifications.queries.ts';
import { deleteOriginsBefore } from './sign-in-origins.queries.ts';

const day = 24 * 3_600_000;
/** A sign-in from a place that was not used for longer is announced again. */
const originDays = 90;

/** Deletes old notifications and places of sign-ins. Safe to repeat. */
export const purgeNotifications = defineJob({
  name: 'notifications.purge',
  input: z.object({}),
  schedule: '50 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 30 },
  async run({ db, clock }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * day);
    await deleteNotificationsBefore(db, before(notificationDays));
    await deleteOriginsBefore(db, before(originDays));
  },
});
