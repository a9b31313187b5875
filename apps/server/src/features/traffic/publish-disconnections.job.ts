import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { TrafficService } from './traffic.service.ts';

/**
 * Tells which devices went while their gateways said nothing. Safe to run twice: a device is marked, and announced,
 * once.
 */
export function publishDisconnections(traffic: Pick<TrafficService, 'publishDisconnections'>): Job {
  return defineJob({
    name: 'traffic.note-departures',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: () => traffic.publishDisconnections(),
  });
}
