import { performance } from 'node:perf_hooks';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { createLiveDemand } from './live-demand.ts';
import type { ClaimEntries } from './publish-client-changes.ts';
import { readReport, type TrafficReport } from './read-report.ts';
import { listLocationsWithStaleClients, notifyTraffic, type Total, trafficChannel } from './record.queries.ts';
import { noTraffic, recordDisconnections, recordReport } from './record-report.ts';
import type { CountedTraffic } from './traffic.metrics.ts';

export interface TrafficService {
  /**
   * Counts what a gateway reports. A repeated report counts once; reports of several gateways may arrive concurrently.
   * Unknown keys and locations are ignored.
   */
  record(locationId: number, gatewayId: string, report: TrafficReport): Promise<void>;
  /** Publishes devices that disconnected without a report. Safe to repeat. */
  publishDisconnections(): Promise<void>;
  /** Makes gateways report every two seconds until a minute after the last call. */
  renewLiveDemand(): void;
  /** Calls the listener, on every replica, when any replica has counted traffic. */
  onReported(listener: () => void): void;
  /** Calls the listener, on every replica, with the interval in seconds at which gateways report from now on. */
  onReportInterval(listener: (seconds: number) => void): void;
  /** What this process has counted, for metrics. */
  readonly counted: CountedTraffic;
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
  const counted = new Map<number, Total>();
  const intervalListeners: ((seconds: number) => void)[] = [];
  const liveDemand = createLiveDemand({
    notifyReplicas: () => notifyTraffic(db, 'looking'),
    setReportInterval: (seconds) => {
      for (const listener of intervalListeners) listener(seconds);
    },
    elapsed: () => performance.now(),
  });
  notifications.listen(trafficChannel, (message) => {
    if (message === 'looking') liveDemand.renewed();
    else for (const listener of reportListeners) listener();
  });

  return {
    counted,
    async record(locationId, gatewayId, report) {
      const now = clock.now();
      const measurement = readReport(report, now);
      const full = { ...measurement, locationId, gatewayId, now };
      const { upload, download } = await inTransaction(db, (tx) => recordReport(tx, publishing, full));
      const before = counted.get(locationId) ?? noTraffic;
      counted.set(locationId, { upload: before.upload + upload, download: before.download + download });
    },
    async publishDisconnections() {
      const now = clock.now();
      for (const locationId of await listLocationsWithStaleClients(db, now)) {
        await inTransaction(db, (tx) => recordDisconnections(tx, publishing, locationId, now));
      }
    },
    renewLiveDemand: liveDemand.renew,
    onReported: (listener) => void reportListeners.push(listener),
    onReportInterval: (listener) => void intervalListeners.push(listener),
    stop: liveDemand.stop,
  };
}
