import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { ClaimEntries } from './announce-clients.ts';
import { forgetGone } from './forget-gone.job.ts';
import { forgetRemovedDevices } from './forget-removed-devices.ts';
import { noteDepartures } from './note-departures.job.ts';
import { rollUp } from './roll-up.job.ts';
import { vpnEvents } from './traffic.events.ts';
import { addTrafficRoutes } from './traffic.routes.ts';
import { createTrafficService } from './traffic.service.ts';
import { createTrafficStats } from './traffic-stats.ts';

interface Dependencies {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'listen'>;
  readonly events: Events;
  readonly clock: Clock;
  readonly claimEntries: ClaimEntries;
}

/** How much devices transfer, and which are connected. */
export function createTraffic({ db, notifications, events, clock, claimEntries }: Dependencies) {
  const traffic = createTrafficService({ db, notifications, events, clock, claimEntries });
  forgetRemovedDevices(events);
  const feature: Feature = {
    name: 'traffic',
    addRoutes: (router) =>
      addTrafficRoutes(router, { stats: createTrafficStats({ db, clock }), looked: traffic.looked }),
    jobs: [rollUp, forgetGone, noteDepartures(traffic)],
    events: vpnEvents,
    stop: async () => traffic.stop(),
  };
  return { ...traffic, feature };
}
