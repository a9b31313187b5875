import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { SettingsService } from '../settings/index.ts';
import { rollUpTraffic } from './roll-up.ts';

/** Rolls up old traffic into fewer rows. Safe to run twice: traffic that was rolled up is not found again. */
export function rollUp(settings: Pick<SettingsService, 'get'>): Job {
  return defineJob({
    name: 'traffic.roll-up',
    input: z.object({}),
    schedule: '7 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 60 },
    async run({ db, clock }) {
      const { traffic_detail_days: detail, traffic_history_days: history } = await settings.get();
      await rollUpTraffic(db, clock.now(), { detail, history });
    },
  });
}
