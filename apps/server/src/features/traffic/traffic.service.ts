import { performance } from 'node:perf_hooks';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { createLiveDemand } from './live-demand.ts';
import type { ClaimEntries } from './publish-client-changes.ts';
import { readReport, type TrafficReport } from './read-report.ts';
import { listLocationsWithStaleClients, notifyTraffic, trafficChannel } from './record.queries.ts';
import { recordDisconnections, recordReport } from './record-report.ts';

export interface TrafficService {
  /**
   * Counts what a gateway reports. The same report twice counts once, and reports of several gateways may come in at
   * once. Unknown keys and locations are ignored.
   */
  record(locationId: number, gatewayId: string, report: TrafficReport): Promise<void>;
  /** Publishes the devices that went while no report said so. Publishes nothing when repeated. */
  publishDisconnections(): Promise<void>;
  /** Somebody looks at traffic now: gateways report every two seconds until a minute after the last look. */
  renewLiveDemand(): void;
  /** Calls back, on every replica, when traffic was counted on any. */
  onReported(heard: () => void): void;
  /** Calls back, on every replica, with the seconds between the reports of gateways from now on. */
  onReportInterval(setSeconds: (seconds: number) => void): void;
  stop(): void;
}

interface Dependencies {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'listen'>;
  readonly events: Events;
  readonly clock: Clock;
  readonly claimEntries: ClaimEntries;
}

export function createTrafficService({ db, notifications, clock, ...publishing }: Dependencies): TrafficService {
  const reportListeners: (() => void)[] = [];
  const intervalListeners: ((seconds: number) => void)[] = [];
  const looking = createLiveDemand({
    notifyReplicas: () => notifyTraffic(db, 'looking'),
    setReportInterval: (seconds) => {
      for (const setSeconds of intervalListeners) setSeconds(seconds);
    },
    elapsed: () => performance.now(),
  });
  notifications.listen(trafficChannel, (word) => {
    if (word === 'looking') looking.renewed();
    else for (const heard of reportListeners) heard();
  });

  return {
    record(locationId, gatewayId, report) {
      const now = clock.now();
      const measurement = readReport(report, now);
      return inTransaction(db, (tx) => recordReport(tx, publishing, { ...measurement, locationId, gatewayId, now }));
    },
    async publishDisconnections() {
      const now = clock.now();
      for (const locationId of await listLocationsWithStaleClients(db, now)) {
        await inTransaction(db, (tx) => recordDisconnections(tx, publishing, locationId, now));
      }
    },
    renewLiveDemand: looking.renew,
    onReported: (heard) => void reportListeners.push(heard),
    onReportInterval: (setSeconds) => void intervalListeners.push(setSeconds),
    stop: looking.stop,
  };
}
