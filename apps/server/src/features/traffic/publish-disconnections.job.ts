import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { TrafficService } from './traffic.service.ts';

/**
 * Publishes devices that disconnected without a report from their gateways. Safe to run twice: each is marked and
 * published once.
 */
export function publishDisconnections(traffic: Pick<TrafficService, 'publishDisconnections'>): Job {
  return defineJob({
    name: 'traffic.publish-disconnections',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: () => traffic.publishDisconnections(),
  });
}
