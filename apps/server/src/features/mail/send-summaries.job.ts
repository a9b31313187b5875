import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { purgeAccountMails } from './account-mails.queries.ts';
import { sendSummaries } from './account-mails.ts';
import type { MailService } from './mail.service.ts';

/** Mails the changes of accounts that waited for a summary. Safe to repeat: the transaction that enqueues a mail deletes the counts. */
export function sendSummariesOfChanges(mail: Pick<MailService, 'sendMail'>): Job {
  return defineJob({
    name: 'mail.send-summaries',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    async run({ db, clock, log }) {
      await sendSummaries({ db, log, now: clock.now() }, mail.sendMail);
      await purgeAccountMails(db, clock.now());
    },
  });
}
