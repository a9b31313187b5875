import { signActivity } from '../features/activity-log/index.ts';
import { forgetOldSignIns, logRefusedSignIns } from '../features/auth/index.ts';
import { mailPendingChanges } from '../features/devices/index.ts';
import { forgetRemovedPeers, logOmittedGatewayEntries, noteLostGateways } from '../features/gateways/index.ts';
import { forgetGone, noteDepartures, rollUp } from '../features/traffic/index.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Features } from './features.ts';

/** Everything that runs by itself. */
export function productJobs(features: Features): Job[] {
  return [
    forgetOldSignIns,
    logRefusedSignIns(features.events),
    rollUp,
    forgetGone,
    noteDepartures(features.traffic),
    forgetRemovedPeers,
    noteLostGateways(features.events),
    logOmittedGatewayEntries(features.events),
    signActivity(features.logCheckpoints),
    mailPendingChanges(features.mail),
    features.mail.job,
  ];
}
