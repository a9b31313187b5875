import type pg from 'pg';
import { forgetOldSignIns } from '../features/auth/index.ts';
import { forgetRemovedPeers, noteLostGateways } from '../features/gateways/index.ts';
import { forgetGone, noteDepartures, rollUp } from '../features/traffic/index.ts';
import { type JobContext, type Jobs, startJobs } from '../platform/jobs/jobs.ts';
import type { Features } from './features.ts';

export function startProductJobs(pool: pg.Pool, features: Features, context: JobContext): Promise<Jobs> {
  const jobs = [
    forgetOldSignIns,
    rollUp,
    forgetGone,
    noteDepartures(features.traffic),
    forgetRemovedPeers,
    noteLostGateways(features.events),
  ];
  return startJobs(pool, jobs, context);
}
