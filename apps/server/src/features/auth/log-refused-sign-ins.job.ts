import { z } from 'zod';
import type { Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { logOmittedRefusals } from './refusal-log.ts';

/** Logs the number of refused sign-ins that got no log entry. */
export function logRefusedSignIns(events: Events): Job {
  return defineJob({
    name: 'auth.log-refused-sign-ins',
    input: z.object({}),
    schedule: '*/15 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    run: ({ db, clock }) => logOmittedRefusals({ db, events, clock }),
  });
}
