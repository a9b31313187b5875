import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { followDeployments } from './follow-deployments.ts';
import { createHistory } from './history.ts';
import type { ClaimEntries } from './publish-client-changes.ts';
import { publishDisconnections } from './publish-disconnections.job.ts';
import { purgeDeleted } from './purge-deleted.job.ts';
import { purgeRemovedDevices } from './purge-removed-devices.ts';
import { rankDevicesJob } from './rank-devices.job.ts';
import { rollUp } from './roll-up.job.ts';
import { settleSeenDevices } from './settle-seen.job.ts';
import { createTrafficStorage } from './storage.ts';
import { vpnEvents } from './traffic.events.ts';
import { trafficMetrics } from './traffic.metrics.ts';
import { addTrafficRoutes } from './traffic.routes.ts';
import { createTrafficService } from './traffic.service.ts';
import { createTrafficStats } from './traffic-stats.ts';

interface Dependencies {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'listen'>;
  readonly events: Events;
  readonly clock: Clock;
  readonly claimEntries: ClaimEntries;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Traffic of devices, and which of them are connected. */
export function createTraffic({ db, notifications, events, clock, claimEntries, settings }: Dependencies) {
  const traffic = createTrafficService({ db, notifications, events, clock, claimEntries });
  purgeRemovedDevices(events);
  followDeployments(events);
  const feature: Feature = {
    name: 'traffic',
    addRoutes: (router) =>
      addTrafficRoutes(router, {
        stats: createTrafficStats({ db, clock }),
        showHistory: createHistory({ db, clock, settings }),
        describeStorage: createTrafficStorage({ db, clock, settings }),
        renewLiveDemand: traffic.renewLiveDemand,
      }),
    jobs: [rollUp(settings), rankDevicesJob, purgeDeleted, settleSeenDevices, publishDisconnections(traffic)],
    events: vpnEvents,
    metrics: trafficMetrics(db, traffic.counted),
    stop: async () => traffic.stop(),
  };
  return { ...traffic, feature };
}
