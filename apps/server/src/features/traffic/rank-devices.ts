import { type Database, inTransaction } from '../../platform/database/database.ts';
import * as queries from './rank-devices.queries.ts';
import { listLocationIds } from './roll-up.queries.ts';
import { type TopStep, topBucketStart, topRetention } from './top-buckets.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Reports that core received within a bucket are stored by then. */
const settleMilliseconds = minute;

/** Number of devices that are retained per location and bucket. */
const rankedDevices = 25;

/** How far back the first ranking of a location reaches, within what is stored of devices. */
const firstRange = { five_minutes: 6 * hour, hour: 8 * day, day: 34 * day } as const satisfies Record<TopStep, number>;

/** Stores the devices with the most traffic of each location for buckets that are complete since the last call. Safe to repeat. */
export async function rankDevices(db: Database, now: Date): Promise<void> {
  const until = topBucketStart(new Date(now.getTime() - settleMilliseconds), 'five_minutes');
  for (const locationId of await listLocationIds(db)) {
    await inTransaction(db, async (tx) => {
      const rankedUntil = await queries.findRankedUntil(tx, locationId);
      for (const step of ['five_minutes', 'hour', 'day'] as const) {
        const earliest = new Date(until.getTime() - firstRange[step]);
        const since = rankedUntil && rankedUntil > earliest ? rankedUntil : earliest;
        const range = { step, from: topBucketStart(since, step), until: topBucketStart(until, step) };
        if (range.from < range.until) await queries.storeTop(tx, locationId, range, rankedDevices);
      }
      await queries.setRankedUntil(tx, locationId, until);
    });
  }
  for (const step of ['five_minutes', 'hour', 'day'] as const) {
    await queries.deleteTopBefore(db, step, new Date(now.getTime() - topRetention[step]));
  }
}
