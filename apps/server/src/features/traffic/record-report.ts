import type { Tx } from '../../platform/database/database.ts';
import { type CountedSample, countSample, type MinuteTraffic } from './count-sample.ts';
import { type Publishing, publishClientChanges } from './publish-client-changes.ts';
import type { Measurement } from './read-report.ts';
import * as queries from './record.queries.ts';
import { addRuleHits } from './rule-hits.queries.ts';

export interface Report extends Measurement {
  readonly locationId: number;
  readonly gatewayId: string;
  /** When core received it; its traffic counts in this minute. */
  readonly now: Date;
}

/**
 * A report that a later one of the same gateway has overtaken arrives within half a minute, when the older stream times
 * out at the latest. If the clock of a gateway was set back, its reports are ignored for this long; nothing is lost,
 * since counters are cumulative.
 */
const lateSeconds = 60;

/**
 * Counts what a report adds, and publishes which devices connected and disconnected. A report that was counted before,
 * or is older than a counted one, adds nothing. Unknown keys are ignored. The number of queries does not grow with the
 * peers. Returns what was added to the location.
 */
export async function recordReport(tx: Tx, publishing: Publishing, report: Report): Promise<queries.Total> {
  const { locationId, gatewayId, measuredAt, samples, now } = report;
  await queries.lockTraffic(tx, locationId);
  const location = await queries.findLocation(tx, locationId);
  if (!location) return noTraffic;
  const { disconnectSeconds } = location;
  const lateSince = secondsBefore(now, lateSeconds);
  if (!(await queries.acceptReport(tx, gatewayId, { measuredAt, now, lateSince }))) return noTraffic;

  await addRuleHits(tx, locationId, now, report.ruleHits);
  const counted: CountedSample[] = [];
  for (const { publicKey, deviceId, stored } of await queries.listPeers(tx, locationId, [...samples.keys()])) {
    const sample = samples.get(publicKey);
    const result = sample && countSample(sample, stored, { deviceId, gatewayId, now, disconnectSeconds });
    if (result) counted.push(result);
  }
  await queries.setLatest(
    tx,
    locationId,
    gatewayId,
    counted.map(({ latest }) => latest),
  );
  await storeMinutes(
    tx,
    locationId,
    location.rolledUntil,
    counted.flatMap(({ finished }) => finished ?? []),
  );
  const total = sumOf(counted);
  if (total.upload + total.download > 0) await queries.addTotal(tx, locationId, now, total);
  await publishClientChanges(tx, publishing, locationId, {
    connected: counted.filter(({ connects }) => connects).map(({ latest }) => latest),
    disconnected: await queries.markDisconnected(tx, locationId, secondsBefore(now, disconnectSeconds)),
  });
  await queries.notifyTraffic(tx, 'reported');
  return total;
}

export const noTraffic: queries.Total = { upload: 0, download: 0 };

/** Publishes which devices of a location disconnected without a further report. Safe to repeat. */
export async function recordDisconnections(
  tx: Tx,
  publishing: Publishing,
  locationId: number,
  now: Date,
): Promise<void> {
  await queries.lockTraffic(tx, locationId);
  const location = await queries.findLocation(tx, locationId);
  if (!location) return;
  const disconnected = await queries.markDisconnected(tx, locationId, secondsBefore(now, location.disconnectSeconds));
  await publishClientChanges(tx, publishing, locationId, { connected: [], disconnected });
}

/** Stores complete minutes, also those of hours that were already rolled up. */
export async function storeMinutes(
  tx: Tx,
  locationId: number,
  rolledUntil: Date,
  points: readonly MinuteTraffic[],
): Promise<void> {
  await queries.appendMinutes(tx, locationId, points);
  await queries.appendHours(
    tx,
    locationId,
    points.filter(({ minute }) => minute < rolledUntil),
  );
}

function sumOf(counted: readonly CountedSample[]): queries.Total {
  let upload = 0;
  let download = 0;
  for (const sample of counted) {
    upload += sample.upload;
    download += sample.download;
  }
  return { upload, download };
}

function secondsBefore(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}
