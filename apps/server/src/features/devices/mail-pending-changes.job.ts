import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { type MailService, mailToEach } from '../mail/index.ts';
import { findUserById } from '../users/index.ts';
import { listUsersWithPendingChanges, purgeDeviceMails, takePendingChanges } from './device-mails.queries.ts';

/** Of one run of the job; the next ones mail the others. */
const usersPerRun = 1_000;

/** Mails owners the number of changes of their devices since the last mail. */
export function mailPendingChanges(mail: Pick<MailService, 'sendMail'>): Job {
  return defineJob({
    name: 'devices.mail-pending-changes',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    async run({ db, clock, log }) {
      const users = await listUsersWithPendingChanges(db, clock.now(), usersPerRun);
      await mailToEach(users, { db, log }, (tx, userId) => mailOwner(tx, userId, clock.now()));
      await purgeDeviceMails(db, clock.now());
    },
  });

  async function mailOwner(tx: Tx, userId: number, now: Date): Promise<void> {
    const changes = await takePendingChanges(tx, userId, now);
    const owner = changes > 0 ? await findUserById(tx, userId) : undefined;
    if (!owner) return;
    const { email: to, language, first_name: name } = owner;
    await mail.sendMail(tx, { to, language, template: 'more_device_changes', values: { name, changes } });
  }
}
