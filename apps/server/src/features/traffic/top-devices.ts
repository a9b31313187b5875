import type { QueryOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { type listTopDevices, maxTopDays, type TopDevices } from '@gatewarden/contract/traffic';
import type { Database } from '../../platform/database/database.ts';
import { hasLocation } from './stats.queries.ts';
import { alignRange, coverRange, topSteps } from './top-buckets.ts';
import * as queries from './top-devices.queries.ts';
import { presentTopDevices } from './traffic.present.ts';

/** Devices in an answer. */
const shownDevices = 10;

/**
 * Devices with the most traffic of the period, at one location or at all. The time does not depend on the number of
 * devices.
 * @throws location_not_found; time_in_future; time_range_invalid
 */
export async function rankPeriod(
  db: Database,
  now: Date,
  { from: since, to, location: locationId }: QueryOf<typeof listTopDevices>,
): Promise<TopDevices> {
  const until = to === undefined ? now : new Date(to);
  const from = since === undefined ? new Date(until.getTime() - topSteps.hour) : new Date(since);
  if (from > now) throw new DomainError('time_in_future', { field: 'from' });
  const length = until.getTime() - from.getTime();
  if (length <= 0 || length > maxTopDays * topSteps.day) throw new DomainError('time_range_invalid', { field: 'to' });
  if (locationId !== undefined && !(await hasLocation(db, locationId))) throw new DomainError('location_not_found');

  const aligned = alignRange(from, until, now);
  const rankedUntil = await queries.findRankedUntil(db, locationId);
  const end = rankedUntil && rankedUntil < aligned.until ? rankedUntil : aligned.until;
  if (!rankedUntil || end <= aligned.from) {
    return presentTopDevices({ from: aligned.from, until: aligned.from }, { upload: 0, download: 0 }, []);
  }
  const ranges = coverRange(aligned.from, end);
  const [total, devices] = await Promise.all([
    queries.sumTraffic(db, locationId, ranges),
    queries.listTopDevices(db, locationId, ranges, shownDevices),
  ]);
  return presentTopDevices({ from: aligned.from, until: end }, total, devices);
}
