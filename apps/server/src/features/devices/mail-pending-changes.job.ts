import { z } from 'zod';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { MailService } from '../mail/index.ts';
import { findUserById } from '../users/index.ts';
import { purgeDeviceMails, takePendingChanges } from './device-mails.queries.ts';

/** Mails owners the number of changes of their devices since the last mail. */
export function mailPendingChanges(mail: Pick<MailService, 'sendMail'>): Job {
  return defineJob({
    name: 'devices.mail-pending-changes',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    run: ({ db, clock }) =>
      inTransaction(db, async (tx) => {
        for (const { userId, changes } of await takePendingChanges(tx, clock.now())) {
          const owner = await findUserById(tx, userId);
          if (!owner) continue;
          const { email: to, language, first_name: name } = owner;
          await mail.sendMail(tx, { to, language, template: 'more_device_changes', values: { name, changes } });
        }
        await purgeDeviceMails(tx, clock.now());
      }),
  });
}
