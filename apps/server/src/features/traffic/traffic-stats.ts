import type { QueryOf, ResponseOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type {
  ConnectedUsers,
  Connection,
  LocationStats,
  listLocationDevices,
  listTopDevices,
  NetworkStats,
  TopDevices,
} from '@gatewarden/contract/traffic';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUser, listUsersById } from '../users/index.ts';
import { bucketStart, chooseStep, type Step } from './buckets.ts';
import { type ConnectedSelection, listConnected } from './connected.queries.ts';
import { listConnections } from './connections.queries.ts';
import { activeMilliseconds } from './count-sample.ts';
import { deviceSeries } from './device-series.ts';
import { listDevices } from './listed-devices.queries.ts';
import { listDevicesOfLocation } from './location-devices.queries.ts';
import { countConnected, listTotalsByLocation } from './location-stats.queries.ts';
import { countSeen } from './seen.queries.ts';
import { settleSeen } from './settle-seen.ts';
import * as queries from './stats.queries.ts';
import { rankPeriod } from './top-devices.ts';
import {
  presentConnectedUsers,
  presentConnection,
  presentLocationDevice,
  presentLocationStats,
  presentStats,
} from './traffic.present.ts';

export interface TrafficStats {
  /**
   * Traffic, active users and active devices of a location, or of all if `locationId` is undefined. `from` is a
   * timestamp with a time zone; an hour ago if undefined.
   * @throws location_not_found; time_in_future if `from` is in the future
   */
  summarise(locationId: number | undefined, from: string | undefined): Promise<NetworkStats>;
  /** Traffic of each location, and who is connected to it now: `people` of them by name. @throws time_in_future */
  listByLocation(since: string | undefined, people: number | undefined): Promise<LocationStats[]>;
  /**
   * Users and devices that are connected to the location now, with their traffic: all of them, or a page of those that
   * match. @throws as `summarise`
   */
  listConnected(locationId: number, from: string | undefined, choice?: ConnectedChoice): Promise<ConnectedUsers>;
  /** Devices of all users, oldest first. */
  listAllDevices(): ReturnType<typeof listDevices>;
  /** A page of the devices of the location that match. @throws location_not_found */
  listDevices(
    locationId: number,
    choice: QueryOf<typeof listLocationDevices>,
  ): Promise<ResponseOf<typeof listLocationDevices>>;
  /** Devices with the most traffic. @throws as `rankPeriod` */
  rankDevices(choice: QueryOf<typeof listTopDevices>): Promise<TopDevices>;
  /** Devices of the user that are connected now. @throws user_not_found */
  listConnectionsOf(username: string): Promise<Connection[]>;
}

export interface ConnectedChoice {
  /** From 1. */
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
  readonly search?: string | undefined;
}

const defaultPageSize = 50;
const defaultPeople = 5;
/** Connections of one user. */
const maxConnections = 50;

interface Range {
  readonly now: Date;
  readonly from: Date;
  readonly step: Step;
  readonly firstBucket: Date;
  readonly currentSince: Date;
}

/** The number of queries does not depend on the amount of data; the time of all locations does not on that of devices. */
export function createTrafficStats({ db, clock }: { db: Database; clock: Clock }): TrafficStats {
  async function requireLocation(id: number): Promise<void> {
    if (!(await queries.hasLocation(db, id))) throw new DomainError('location_not_found');
  }

  /** Reads one snapshot, because a roll-up moves traffic between tables. */
  function listTraffic(locationId: number, deviceIds: readonly number[], step: Step, since: Date) {
    return inSnapshot(db, async (tx) => ({
      batches: await queries.listBatches(tx, { locationId, deviceIds, step, since }),
      rows: step === 'hour' ? await queries.listHours(tx, locationId, deviceIds, since) : [],
    }));
  }

  async function countActive(locationId: number | undefined, times: queries.ActiveTimes) {
    if (locationId !== undefined) return queries.countActive(db, locationId, times);
    await settleSeen(db).catch(ignoreUnwritable);
    return countSeen(db, times);
  }

  return {
    async summarise(locationId, since) {
      const range = rangeSince(since, clock.now());
      const { from, step, firstBucket, currentSince } = range;
      const [series, counts] = await Promise.all([
        queries.listTotals(db, locationId, step, firstBucket),
        countActive(locationId, { currentSince, activeSince: from }),
        locationId === undefined ? undefined : requireLocation(locationId),
      ]);
      return presentStats(series, counts);
    },
    async listByLocation(since, people = defaultPeople) {
      const { step, firstBucket, currentSince } = rangeSince(since, clock.now());
      const [counts, series] = await Promise.all([
        countConnected(db, currentSince, people),
        listTotalsByLocation(db, step, firstBucket),
      ]);
      return counts.map((row) => presentLocationStats(row, series.get(row.locationId) ?? []));
    },
    async listConnected(locationId, since, choice = {}) {
      const { step, firstBucket, currentSince } = rangeSince(since, clock.now());
      await requireLocation(locationId);
      const { rows: devices, owners } = await listConnected(db, locationId, currentSince, selectionOf(choice));
      const userIds = devices.filter(({ kind }) => kind === 'user').map((device) => device.user_id);
      const deviceIds = devices.map((device) => device.device_id);
      const [users, traffic] = await Promise.all([
        listUsersById(db, [...new Set(userIds)]),
        listTraffic(locationId, deviceIds, step, firstBucket),
      ]);
      const answer = presentConnectedUsers(users, devices, deviceSeries(deviceIds, traffic, step, firstBucket));
      return isPaged(choice) ? { ...answer, total_items: owners } : answer;
    },
    listAllDevices: () => listDevices(db, new Date(clock.now().getTime() - activeMilliseconds)),
    async listDevices(locationId, { page, page_size: limit, search, sort_by: sort, sort_order: order, ...choice }) {
      await requireLocation(locationId);
      const currentSince = new Date(clock.now().getTime() - activeMilliseconds);
      const { connected_through: gatewayId } = choice;
      const connected = gatewayId === undefined ? undefined : { gatewayId, since: currentSince };
      const selection = { search, connected, sort, order, offset: (page - 1) * limit, limit };
      const { rows, total } = await listDevicesOfLocation(db, locationId, selection);
      return { data: rows.map((row) => presentLocationDevice(row, currentSince)), total_items: total };
    },
    rankDevices: (choice) => rankPeriod(db, clock.now(), choice),
    async listConnectionsOf(username) {
      const user = await findUser(db, username);
      if (!user) throw new DomainError('user_not_found');
      const { now, currentSince: connectedSince } = rangeSince(undefined, clock.now());
      const trafficSince = bucketStart(new Date(now.getTime() - 24 * 3_600_000), 'hour');
      const choice = { userId: user.id, connectedSince, trafficSince, limit: maxConnections };
      return (await listConnections(db, choice)).map(presentConnection);
    },
  };
}

/** Reports that were not counted yet are left out while the database cannot be written: reading must go on. */
function ignoreUnwritable(error: unknown): void {
  const code = classifyDatabaseError(error);
  if (code !== 'database_read_only' && code !== 'database_full') throw error;
}

function isPaged({ page, page_size, search }: ConnectedChoice): boolean {
  return page !== undefined || page_size !== undefined || search !== undefined;
}

function selectionOf(choice: ConnectedChoice): ConnectedSelection {
  const { page = 1, page_size: limit = defaultPageSize, search } = choice;
  return isPaged(choice) ? { search, offset: (page - 1) * limit, limit } : {};
}

function rangeSince(since: string | undefined, now: Date): Range {
  const from = since === undefined ? new Date(now.getTime() - 3_600_000) : new Date(since);
  if (from > now) throw new DomainError('time_in_future', { field: 'from' });
  const step = chooseStep(from, now);
  const currentSince = new Date(now.getTime() - activeMilliseconds);
  return { now, from, step, firstBucket: bucketStart(from, step), currentSince };
}
