import { z } from 'zod';
import type { Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { logOmittedEntries } from './gateway-log.ts';

/** Logs how many entries of gateways were omitted because they exceeded the hourly allowance. */
export function logOmittedGatewayEntries(events: Events): Job {
  return defineJob({
    name: 'gateways.log-omitted-entries',
    input: z.object({}),
    schedule: '*/15 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 30 },
    run: ({ db, clock }) => logOmittedEntries({ db, events, clock }),
  });
}
