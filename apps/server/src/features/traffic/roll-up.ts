import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { bucketStart } from './buckets.ts';
import { findLocation, lockTraffic } from './record.queries.ts';
import { storeMinutes } from './record-report.ts';
import * as queries from './roll-up.queries.ts';
import { deleteOldRuleHits } from './rule-hits.queries.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How long each level is retained that the settings do not say. Minutes of devices serve the last six hours, the longest
 * period that is shown by the minute. Measured: a device that is always active takes 23 kB a month, and 13 kB for its
 * minutes.
 */
const retention = {
  deviceMinutes: 7 * hour,
  totalMinutes: 2 * day,
  ruleHits: 400 * day,
} as const;

/** As in the settings. */
export interface RetentionDays {
  /** Of hours of devices. */
  readonly detail: number;
  /** Of days of devices, and of hours of locations. */
  readonly history: number;
}

/**
 * Sums complete minutes into hours and old hours into days, and deletes what exceeds its retention time. Safe to
 * repeat.
 */
export async function rollUpTraffic(db: Database, now: Date, days: RetentionDays): Promise<void> {
  for (const locationId of await queries.listLocationIds(db)) {
    await inTransaction(db, async (tx) => {
      await lockTraffic(tx, locationId);
      await rollUpLocation(tx, locationId, now, days);
    });
  }
}

async function rollUpLocation(tx: Tx, locationId: number, now: Date, days: RetentionDays): Promise<void> {
  const location = await findLocation(tx, locationId);
  if (!location) return;
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await queries.sumHours(tx, locationId, location.rolledUntil, bucketStart(now, 'hour'));
  await queries.moveHours(tx, locationId, ago(days.detail * day));
  await queries.deleteOld(tx, 'traffic_minutes', locationId, ago(retention.deviceMinutes));
  await queries.deleteOld(tx, 'traffic_days', locationId, ago(days.history * day));
  await queries.deleteOldTotals(tx, 'minute', locationId, ago(retention.totalMinutes));
  await queries.deleteOldTotals(tx, 'hour', locationId, ago(days.history * day));
}

/**
 * Deletes traffic of deleted devices, locations and access rules, superseded samples of removed gateways, and old hits
 * of access rules. Safe to repeat.
 */
export async function purgeDeletedTraffic(db: Database, now: Date): Promise<void> {
  await queries.deleteOrphans(db);
  await deleteOldRuleHits(db, new Date(now.getTime() - retention.ruleHits));
  for (const locationId of await queries.listLocationIds(db)) {
    await inTransaction(db, async (tx) => {
      await lockTraffic(tx, locationId);
      const location = await findLocation(tx, locationId);
      if (!location) return;
      const points = await queries.deleteSupersededLatest(tx, locationId);
      await storeMinutes(tx, locationId, location.rolledUntil, points);
    });
  }
}
