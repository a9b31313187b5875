import { MailLanguage } from '@gatewarden/contract/mail';
import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { deleteEnded } from './account-tokens.queries.ts';
import type { Announcements } from './announcements.ts';
import { deleteEndedPasskeyOffers } from './enrollment-passkeys.queries.ts';

const ResetRequest = z.object({
  email: z.string(),
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  language: MailLanguage.optional(),
});
export type ResetRequest = z.infer<typeof ResetRequest>;

/** Answers a stranger who wants another password. The request takes the same time for every address. */
export function sendRequestedReset(run: (request: ResetRequest) => Promise<void>): Job<typeof ResetRequest> {
  return defineJob({
    name: 'enrollment.send-reset',
    input: ResetRequest,
    retry: { attempts: 3, firstDelaySeconds: 30 },
    run: (_context, request) => run(request),
  });
}

/** Mails about enrollments whose session ended without being finished. Safe to repeat. */
export function sendAnnouncements({ sendDue }: Pick<Announcements, 'sendDue'>): Job {
  return defineJob({
    name: 'enrollment.send-announcements',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 3, firstDelaySeconds: 10 },
    run: () => sendDue(),
  });
}

/** For so long, a token that has expired is answered with that. */
const retainedDays = 30;

/** Safe to repeat. */
export const purgeTokens: Job = defineJob({
  name: 'enrollment.purge-tokens',
  input: z.object({}),
  schedule: '40 3 * * *',
  retry: { attempts: 3, firstDelaySeconds: 60 },
  run: async ({ db, clock }) => {
    await deleteEndedPasskeyOffers(db, clock.now());
    await deleteEnded(db, new Date(clock.now().getTime() - retainedDays * 86_400_000));
  },
});
