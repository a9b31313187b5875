import { DomainError } from '@gatewarden/contract/errors';
import type { ConnectedUsers, NetworkStats } from '@gatewarden/contract/traffic';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { listUsersById } from '../users/index.ts';
import { bucketStart, chooseStep, type Step } from './buckets.ts';
import { activeMilliseconds } from './count-sample.ts';
import { deviceSeries } from './device-series.ts';
import * as queries from './stats.queries.ts';
import { presentConnectedUsers, presentStats } from './traffic.present.ts';

export interface TrafficStats {
  /**
   * Traffic, active users and active devices of a location, or of all if `locationId` is undefined. `from` is a
   * timestamp with a time zone; an hour ago if undefined.
   * @throws location_not_found; time_in_future if `from` is in the future
   */
  summarise(locationId: number | undefined, from: string | undefined): Promise<NetworkStats>;
  /** Users and devices that are connected to the location now, with their traffic. @throws as `summarise` */
  listConnected(locationId: number, from: string | undefined): Promise<ConnectedUsers>;
}

interface Range {
  readonly now: Date;
  readonly from: Date;
  readonly step: Step;
  readonly firstBucket: Date;
  readonly currentSince: Date;
}

/** The number of queries does not depend on the amount of data. */
export function createTrafficStats({ db, clock }: { db: Database; clock: Clock }): TrafficStats {
  async function requireLocation(id: number): Promise<void> {
    if (!(await queries.hasLocation(db, id))) throw new DomainError('location_not_found');
  }

  /** Reads one snapshot, because a roll-up moves traffic between tables. */
  function listTraffic(locationId: number, deviceIds: readonly number[], step: Step, since: Date) {
    return inSnapshot(db, async (tx) => ({
      batches: await queries.listBatches(tx, locationId, step, since),
      rows: step === 'hour' ? await queries.listHours(tx, locationId, deviceIds, since) : [],
    }));
  }

  return {
    async summarise(locationId, since) {
      const range = rangeSince(since, clock.now());
      const { from, step, firstBucket, currentSince } = range;
      const [series, counts] = await Promise.all([
        queries.listTotals(db, locationId, step, firstBucket),
        queries.countActive(db, locationId, { currentSince, activeSince: from }),
        locationId === undefined ? undefined : requireLocation(locationId),
      ]);
      return presentStats(series, counts);
    },
    async listConnected(locationId, since) {
      const { step, firstBucket, currentSince } = rangeSince(since, clock.now());
      await requireLocation(locationId);
      const devices = await queries.listConnected(db, locationId, currentSince);
      const userIds = devices.filter(({ kind }) => kind === 'user').map((device) => device.user_id);
      const deviceIds = devices.map((device) => device.device_id);
      const [users, traffic] = await Promise.all([
        listUsersById(db, [...new Set(userIds)]),
        listTraffic(locationId, deviceIds, step, firstBucket),
      ]);
      return presentConnectedUsers(users, devices, deviceSeries(deviceIds, traffic, step, firstBucket));
    },
  };
}

function rangeSince(since: string | undefined, now: Date): Range {
  const from = since === undefined ? new Date(now.getTime() - 3_600_000) : new Date(since);
  if (from > now) throw new DomainError('time_in_future', { field: 'from' });
  const step = chooseStep(from, now);
  const currentSince = new Date(now.getTime() - activeMilliseconds);
  return { now, from, step, firstBucket: bucketStart(from, step), currentSince };
}
