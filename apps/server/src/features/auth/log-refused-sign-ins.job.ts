import { z } from 'zod';
import type { Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { takeOmittedMails } from './notify-account-changes.ts';
import { logOmittedRefusals } from './refusal-log.ts';

/** Logs the number of refused sign-ins that got no log entry, and of changes of accounts that got no mail. */
export function logRefusedSignIns(events: Events): Job {
  return defineJob({
    name: 'auth.log-refused-sign-ins',
    input: z.object({}),
    schedule: '*/15 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    async run({ db, clock, log }) {
      await logOmittedRefusals({ db, events, clock });
      const mails = await takeOmittedMails(db, clock.now());
      for (const { subject, count } of mails) log.warn({ subject, count }, 'changes of an account were not mailed');
    },
  });
}
