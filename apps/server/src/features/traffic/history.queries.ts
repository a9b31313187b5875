// Reads location, user and device to find whose traffic is asked for.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Bucket } from './device-series.ts';

export type HistoryStep = 'minute' | 'hour' | 'day';

export interface HistoryPeriod {
  readonly step: HistoryStep;
  readonly from: Date;
  readonly until: Date;
}

/** Traffic of one location, or of all, in buckets of the step, without empty ones. */
export async function listTotals(
  db: Database,
  locationId: number | undefined,
  { step, from, until }: HistoryPeriod,
): Promise<Bucket[]> {
  const stored = step === 'minute' ? 'minute' : 'hour';
  const { rows } = await sql<BucketRow>`
    select date_trunc(${step}, t.starts_at, 'UTC') as at, sum(t.upload)::bigint as upload, sum(t.download)::bigint as download
    from traffic_total t
    where t.location_id = any(${locationId === undefined ? sql`array(select id from location)` : sql`array[${locationId}::int]`})
      and t.step = ${stored} and t.starts_at >= ${from} and t.starts_at < ${until}
    group by 1 order by 1`.execute(db);
  return rows.map(toBucket);
}

interface BucketRow {
  readonly at: Date;
  readonly upload: number;
  readonly download: number;
}

function toBucket({ at, upload, download }: BucketRow): Bucket {
  return { startsAt: at, upload, download };
}

/**
 * Traffic of the devices at one location, or at all, in buckets of the step. Each table is read by its key, so that the
 * time depends on the devices and the period, and not on other devices. A roll-up moves traffic between tables, so the
 * transaction must be a snapshot.
 */
export async function listTrafficOfDevices(
  tx: Tx,
  deviceIds: readonly number[],
  locationId: number | undefined,
  period: HistoryPeriod,
): Promise<Bucket[]> {
  const locations = await listLocationsOfDevices(tx, deviceIds, locationId);
  return locations.length === 0 ? [] : sumTraffic(tx, deviceIds, locations, period);
}

/** Where the devices ever connected. */
async function listLocationsOfDevices(
  tx: Tx,
  deviceIds: readonly number[],
  locationId: number | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ location_id: number }>`
    select distinct location_id from traffic_latest where device_id = any(${[...deviceIds]}::int[])
      and (${locationId ?? null}::int is null or location_id = ${locationId ?? null})`.execute(tx);
  return rows.map((row) => row.location_id);
}

async function sumTraffic(
  tx: Tx,
  deviceIds: readonly number[],
  locationIds: readonly number[],
  { step, from, until }: HistoryPeriod,
): Promise<Bucket[]> {
  const own = sql`device_id = any(${[...deviceIds]}::int[])`;
  const here = sql`location_id = any(${[...locationIds]}::int[])`;
  const starts = (unit: 'day' | 'month') => sql`starts_at in (
    select generate_series(date_trunc(${unit}, ${from}::timestamptz, 'UTC') at time zone 'UTC',
      ${until}::timestamptz at time zone 'UTC', ${`1 ${unit}`}::interval) at time zone 'UTC')`;
  const hours = sql`
    select h.starts_at + make_interval(hours => n.slot) as at, n.upload, n.download
    from traffic_hours h, unnest(h.slots, h.upload, h.download) n(slot, upload, download)
    where h.${here} and h.${starts('day')} and h.${own}
    union all`;
  const days = sql`
    select d.starts_at + make_interval(hours => 24 * (n.slot - 1)), n.upload, n.download
    from traffic_days d, unnest(d.slots, d.upload, d.download) n(slot, upload, download)
    where d.${here} and d.${starts('month')} and d.${own}
    union all`;
  const notRolledUp = sql`and m.starts_at >= coalesce(
    (select p.rolled_until from traffic_progress p where p.location_id = m.location_id), '-infinity')`;
  const { rows } = await sql<BucketRow>`
    select date_trunc(${step}, x.at, 'UTC') as at, sum(x.upload)::bigint as upload, sum(x.download)::bigint as download
    from (
      ${step === 'minute' ? sql`` : hours} ${step === 'day' ? days : sql``}
      select m.starts_at, n.upload, n.download
      from traffic_minutes m, unnest(m.device_ids, m.upload, m.download) n(device_id, upload, download)
      where m.${here} and m.starts_at >= ${from} and n.${own} ${step === 'minute' ? sql`` : notRolledUp}
      union all
      select l.minute, l.minute_upload, l.minute_download from traffic_latest l
      where l.${here} and l.${own} and l.minute_upload + l.minute_download > 0
    ) x(at, upload, download)
    where x.at >= ${from} and x.at < ${until}
    group by 1 order by 1`.execute(tx);
  return rows.map(toBucket);
}

/** Undefined if there is no such user. */
export async function listDevicesOfUser(db: Database, username: string): Promise<number[] | undefined> {
  const { rows } = await sql<{ devices: number[] }>`
    select array(select d.id from device d where d.user_id = u.id and d.kind = 'user' order by d.id) as devices
    from "user" u where u.username = ${username}`.execute(db);
  return rows[0]?.devices;
}

export async function hasDevice(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('device').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
