import type { QueryOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { type getTrafficHistory, maxHistoryDays, type TrafficHistory } from '@gatewarden/contract/traffic-history';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsService } from '../settings/index.ts';
import type { Bucket } from './device-series.ts';
import * as queries from './history.queries.ts';
import { hasLocation } from './stats.queries.ts';

type Choice = QueryOf<typeof getTrafficHistory>;

/**
 * Traffic of a period, of a location, of a user or of a device.
 * @throws location_not_found, user_not_found, device_not_found, time_in_future, history_range_invalid
 */
export type ShowHistory = (choice: Choice) => Promise<TrafficHistory>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
}

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;
const dayMilliseconds = 24 * hourMilliseconds;
/** Minutes of devices are stored a little longer. */
const minutesFor = 6 * hourMilliseconds;

export function createHistory({ db, clock, settings }: Dependencies): ShowHistory {
  async function listDevices({ username, device }: Choice): Promise<readonly number[] | undefined> {
    if (username !== undefined && device !== undefined) {
      throw new DomainError('history_range_invalid', { field: 'device' });
    }
    if (username !== undefined) {
      const devices = await queries.listDevicesOfUser(db, username);
      if (!devices) throw new DomainError('user_not_found', { field: 'username' });
      return devices;
    }
    if (device === undefined) return undefined;
    if (!(await queries.hasDevice(db, device))) throw new DomainError('device_not_found', { field: 'device' });
    return [device];
  }

  return async (choice) => {
    const { traffic_detail_days: detailDays } = await settings.get();
    const period = readPeriod(choice, clock.now(), detailDays);
    if (choice.location !== undefined && !(await hasLocation(db, choice.location))) {
      throw new DomainError('location_not_found', { field: 'location' });
    }
    const devices = await listDevices(choice);
    const series = devices
      ? await inSnapshot(db, (tx) => queries.listTrafficOfDevices(tx, devices, choice.location, period))
      : await queries.listTotals(db, choice.location, period);
    return present(period, series);
  };
}

function readPeriod(choice: Pick<Choice, 'from' | 'to'>, now: Date, detailDays: number): queries.HistoryPeriod {
  const from = new Date(choice.from);
  // the present millisecond is part of the period
  const until = Math.min(now.getTime() + 1, choice.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(choice.to));
  if (from > now) throw new DomainError('time_in_future', { field: 'from' });
  const length = until - from.getTime();
  if (length <= 0 || length > maxHistoryDays * dayMilliseconds) {
    throw new DomainError('history_range_invalid', { field: choice.to === undefined ? 'from' : 'to' });
  }
  const age = now.getTime() - from.getTime();
  // the day that is moved to the days next has no hours any longer when it is asked for
  const step = age <= minutesFor ? 'minute' : age <= (detailDays - 1) * dayMilliseconds ? 'hour' : 'day';
  const width = { minute: minuteMilliseconds, hour: hourMilliseconds, day: dayMilliseconds }[step];
  return {
    step,
    from: new Date(Math.floor(from.getTime() / width) * width),
    until: new Date(Math.ceil(until / width) * width),
  };
}

function present({ step, from, until }: queries.HistoryPeriod, series: readonly Bucket[]): TrafficHistory {
  const sum = (direction: 'upload' | 'download') => series.reduce((total, bucket) => total + bucket[direction], 0);
  return {
    step,
    from: toNaive(from),
    until: toNaive(until),
    upload: sum('upload'),
    download: sum('download'),
    series: series.map(({ startsAt, upload, download }) => ({ at: toNaive(startsAt), upload, download })),
  };
}
