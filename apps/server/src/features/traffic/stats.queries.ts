// Reads location (of locations), device and device_address (of devices) for the owners and addresses that are shown
// with
// traffic.
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

/**
 * Counts users and devices with a handshake at one location, or at any, since the instants: `current` counts only
 * devices that may still connect, `active` all. Users are counted by their user devices.
 */
export async function countActive(
  db: Database,
  locationId: number | undefined,
  { currentSince, activeSince }: { currentSince: Date; activeSince: Date },
): Promise<ActiveCounts> {
  const earliest = currentSince < activeSince ? currentSince : activeSince;
  const { rows } = await sql<ActiveCounts>`
    with seen as (
      select t.device_id, bool_or(t.latest_handshake >= ${activeSince}) as active,
        bool_or(t.latest_handshake >= ${currentSince} and not t.removed) as current
      from traffic_latest t
      where t.latest_handshake >= ${earliest} ${locationId === undefined ? sql`` : sql`and t.location_id = ${locationId}`}
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

export interface ConnectedRow {
  readonly device_id: number;
  readonly user_id: number;
  readonly kind: string;
  readonly name: string;
  readonly endpoint: string | null;
  readonly connected_since: Date;
  /** Without prefix, in the order of the location's networks. */
  readonly addresses: readonly string[];
}

/** Devices that may connect to the location and had a handshake with it since the instant, sorted by name. */
export async function listConnected(db: Database, locationId: number, since: Date): Promise<ConnectedRow[]> {
  const { rows } = await sql<ConnectedRow>`
    with newest as (
      select distinct on (device_id) device_id, endpoint, connected_since
      from traffic_latest where location_id = ${locationId} and latest_handshake >= ${since} and not removed
      order by device_id, latest_handshake desc
    )
    select d.id as device_id, d.user_id, d.kind, d.name, n.endpoint, n.connected_since,
      coalesce((select array_agg(host(a.address) order by a.position) from device_address a
        where a.device_id = d.id and a.location_id = ${locationId}), '{}') as addresses
    from newest n join device d on d.id = n.device_id
    order by d.name, d.id`.execute(db);
  return rows;
}

interface BatchRow {
  readonly starts_at: Date;
  readonly device_ids: readonly number[];
  readonly upload: readonly number[];
  readonly download: readonly number[];
}

/**
 * Traffic of the location's devices by the minute since the instant: all of it for `minute`; for `hour` only what is
 * not yet rolled up into hours.
 */
export async function listBatches(tx: Tx, locationId: number, step: Step, since: Date): Promise<Batch[]> {
  const { rows } = await sql<BatchRow>`
    select starts_at, to_json(device_ids) as device_ids, to_json(upload) as upload, to_json(download) as download
    from traffic_minutes where location_id = ${locationId} and starts_at >= ${since} ${
      step === 'minute'
        ? sql``
        : sql`and starts_at >= coalesce(
            (select rolled_until from traffic_progress where location_id = ${locationId}), '-infinity')`
    }
    union all
    select minute, json_agg(device_id), json_agg(minute_upload), json_agg(minute_download)
    from traffic_latest where location_id = ${locationId} and minute >= ${since} and minute_upload + minute_download > 0
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
