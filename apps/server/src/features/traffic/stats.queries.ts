// Reads location (of locations) and device (of devices) for the owners of devices with traffic.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { maxBuckets, type Step } from './buckets.ts';
import type { Batch, Bucket, Row } from './device-series.ts';

export async function hasLocation(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('location').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Traffic of one location, or of all, from the bucket on; the oldest `maxBuckets` if there are more. */
export async function listTotals(
  db: Database,
  locationId: number | undefined,
  step: Step,
  firstBucket: Date,
): Promise<Bucket[]> {
  const rows = await db
    .selectFrom('traffic_total as t')
    .innerJoin('location as l', 'l.id', 't.location_id')
    .select([
      't.starts_at',
      sql<number>`sum(t.upload)::bigint`.as('upload'),
      sql<number>`sum(t.download)::bigint`.as('download'),
    ])
    .$if(locationId !== undefined, (query) => query.where('t.location_id', '=', locationId ?? 0))
    .where('t.step', '=', step)
    .where('t.starts_at', '>=', firstBucket)
    .groupBy('t.starts_at')
    .orderBy('t.starts_at')
    .limit(maxBuckets)
    .execute();
  return rows.map(({ starts_at, upload, download }) => ({ startsAt: starts_at, upload, download }));
}

export interface ActiveCounts {
  readonly current_active_users: number;
  readonly current_active_user_devices: number;
  readonly current_active_network_devices: number;
  readonly active_users: number;
  readonly active_user_devices: number;
  readonly active_network_devices: number;
}

export interface ActiveTimes {
  readonly currentSince: Date;
  readonly activeSince: Date;
}

/**
 * Counts users and devices with a handshake at the location since the instants: `current` counts only devices that may
 * still connect, `active` all. Users are counted by their user devices.
 */
export async function countActive(
  db: Database,
  locationId: number,
  { currentSince, activeSince }: ActiveTimes,
): Promise<ActiveCounts> {
  const earliest = currentSince < activeSince ? currentSince : activeSince;
  const { rows } = await sql<ActiveCounts>`
    with seen as (
      select t.device_id, bool_or(t.latest_handshake >= ${activeSince}) as active,
        bool_or(t.latest_handshake >= ${currentSince} and not t.removed) as current
      from traffic_latest t
      where t.latest_handshake >= ${earliest} and t.location_id = ${locationId}
      group by t.device_id
    )
    select count(distinct d.user_id) filter (where d.kind = 'user' and s.current) as current_active_users,
      count(*) filter (where d.kind = 'user' and s.current) as current_active_user_devices,
      count(*) filter (where d.kind = 'network' and s.current) as current_active_network_devices,
      count(distinct d.user_id) filter (where d.kind = 'user' and s.active) as active_users,
      count(*) filter (where d.kind = 'user' and s.active) as active_user_devices,
      count(*) filter (where d.kind = 'network' and s.active) as active_network_devices
    from seen s join device d on d.id = s.device_id`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('the aggregate returned no row');
  return counts;
}

interface BatchRow {
  readonly starts_at: Date;
  readonly device_ids: readonly number[];
  readonly upload: readonly number[];
  readonly download: readonly number[];
}

/**
 * Traffic of the devices at the location by the minute since the instant: all of it for `minute`; for `hour` only what
 * is not yet rolled up into hours.
 */
export async function listBatches(
  tx: Tx,
  { locationId, deviceIds, step, since }: { locationId: number; deviceIds: readonly number[]; step: Step; since: Date },
): Promise<Batch[]> {
  const { rows } = await sql<BatchRow>`
    select m.starts_at, json_agg(n.device_id) as device_ids, json_agg(n.upload) as upload, json_agg(n.download) as download
    from traffic_minutes m, unnest(m.device_ids, m.upload, m.download) n(device_id, upload, download)
    where m.location_id = ${locationId} and m.starts_at >= ${since} and n.device_id = any(${deviceIds}) ${
      step === 'minute'
        ? sql``
        : sql`and m.starts_at >= coalesce(
            (select rolled_until from traffic_progress where location_id = ${locationId}), '-infinity')`
    }
    group by m.starts_at
    union all
    select minute, json_agg(device_id), json_agg(minute_upload), json_agg(minute_download)
    from traffic_latest where location_id = ${locationId} and device_id = any(${deviceIds}) and minute >= ${since}
      and minute_upload + minute_download > 0
    group by minute`.execute(tx);
  return rows.map(({ starts_at, device_ids, ...row }) => ({ startsAt: starts_at, deviceIds: device_ids, ...row }));
}

interface HoursRow {
  readonly unit: 'hour' | 'day';
  readonly device_id: number;
  readonly starts_at: Date;
  readonly slots: readonly number[];
  readonly upload: readonly number[];
  readonly download: readonly number[];
}

/**
 * Traffic of the devices at the location by the hour, and older traffic by the day. May include rows just before
 * `since`.
 */
export async function listHours(tx: Tx, locationId: number, deviceIds: readonly number[], since: Date): Promise<Row[]> {
  const { rows } = await sql<HoursRow>`
    select 'hour' as unit, device_id, starts_at, to_json(slots) as slots, to_json(upload) as upload, to_json(download) as download
    from traffic_hours where location_id = ${locationId} and starts_at >= date_trunc('day', ${since}::timestamptz, 'UTC')
      and device_id = any(${deviceIds})
    union all
    select 'day', device_id, starts_at, to_json(slots) as slots, to_json(upload), to_json(download)
    from traffic_days where location_id = ${locationId} and starts_at >= date_trunc('month', ${since}::timestamptz, 'UTC')
      and device_id = any(${deviceIds})`.execute(tx);
  return rows.map(({ unit, device_id, starts_at, slots, upload, download }) => ({
    deviceId: device_id,
    startsAt: starts_at,
    // hours count from 0, days of the month from 1
    offsets: unit === 'hour' ? slots : slots.map((slot) => slot - 1),
    unitMilliseconds: unit === 'hour' ? 3_600_000 : 86_400_000,
    upload,
    download,
  }));
}
