// Reads device, location and component of other features, to delete the traffic of deleted ones.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { MinuteTraffic } from './count-sample.ts';

export async function listLocationIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('location').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Adds the minutes from `rolledUntil` up to `until` to their hours. Safe to repeat. */
export async function sumHours(tx: Tx, locationId: number, rolledUntil: Date, until: Date): Promise<void> {
  if (rolledUntil >= until) return;
  await sql`
    with summed as (
      select n.device_id, date_trunc('hour', m.starts_at, 'UTC') as hour, sum(n.upload)::bigint as upload,
        sum(n.download)::bigint as download
      from traffic_minutes m, unnest(m.device_ids, m.upload, m.download) n(device_id, upload, download)
      where m.location_id = ${locationId} and m.starts_at >= ${rolledUntil} and m.starts_at < ${until}
      group by n.device_id, hour
    )
    insert into traffic_hours as t (location_id, starts_at, device_id, slots, upload, download)
    select ${locationId}::int, date_trunc('day', hour, 'UTC'), device_id,
      array_agg(extract(hour from hour at time zone 'UTC')::smallint order by hour),
      array_agg(upload order by hour), array_agg(download order by hour)
    from summed group by 2, device_id
    on conflict (location_id, starts_at, device_id) do update set slots = t.slots || excluded.slots,
      upload = t.upload || excluded.upload, download = t.download || excluded.download`.execute(tx);
  await tx
    .insertInto('traffic_progress')
    .values({ location_id: locationId, rolled_until: until })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ rolled_until: until }))
    .execute();
}

/** Sums the hours of days that begin before the instant into days. */
export async function moveHours(tx: Tx, locationId: number, before: Date): Promise<void> {
  await sql`
    with moved as (
      delete from traffic_hours where location_id = ${locationId} and starts_at < ${before}
      returning starts_at, device_id, upload, download
    )
    insert into traffic_days as t (location_id, starts_at, device_id, slots, upload, download)
    select ${locationId}::int, date_trunc('month', m.starts_at, 'UTC'), m.device_id,
      array_agg(extract(day from m.starts_at at time zone 'UTC')::smallint order by m.starts_at),
      array_agg(s.upload order by m.starts_at), array_agg(s.download order by m.starts_at)
    from moved m, lateral (select sum(u)::bigint as upload, sum(d)::bigint as download
      from unnest(m.upload, m.download) n(u, d)) s
    group by 2, m.device_id
    on conflict (location_id, starts_at, device_id) do update set slots = t.slots || excluded.slots,
      upload = t.upload || excluded.upload, download = t.download || excluded.download`.execute(tx);
}

/** Deletes rows that begin before the instant. */
export async function deleteOld(
  tx: Tx,
  table: 'traffic_minutes' | 'traffic_days',
  locationId: number,
  before: Date,
): Promise<void> {
  await tx.deleteFrom(table).where('location_id', '=', locationId).where('starts_at', '<', before).execute();
}

export async function deleteOldTotals(
  tx: Tx,
  step: 'minute' | 'hour',
  locationId: number,
  before: Date,
): Promise<void> {
  await tx
    .deleteFrom('traffic_total')
    .where('location_id', '=', locationId)
    .where('step', '=', step)
    .where('starts_at', '<', before)
    .execute();
}

/**
 * Deletes traffic of deleted devices and locations; in `traffic_minutes`, which are deleted soon anyway, of locations
 * only.
 */
export async function deleteOrphans(db: Database): Promise<void> {
  for (const table of ['traffic_latest', 'traffic_hours', 'traffic_days'] as const) {
    await sql`delete from ${sql.table(table)} t where not exists (select from device d where d.id = t.device_id)`.execute(
      db,
    );
  }
  for (const table of ['latest', 'minutes', 'progress', 'hours', 'days', 'total', 'top', 'ranked', 'rule'] as const) {
    await sql`
      delete from ${sql.table(`traffic_${table}`)} t where not exists (select from location l where l.id = t.location_id)
    `.execute(db);
  }
  await sql`
    delete from traffic_report r where not exists (select from component c where c.id = r.gateway_id and c.removed_at is null)`.execute(
    db,
  );
}

/**
 * Deletes the latest samples of removed gateways of the location, where another gateway has a newer sample of the
 * device. Returns the traffic in them that is not yet stored in minutes.
 */
export async function deleteSupersededLatest(tx: Tx, locationId: number): Promise<MinuteTraffic[]> {
  const { rows } = await sql<{ device_id: number; minute: Date; minute_upload: number; minute_download: number }>`
    delete from traffic_latest t where t.location_id = ${locationId}
      and not exists (select from component c where c.id = t.gateway_id and c.removed_at is null)
      and exists (select from traffic_latest o where o.location_id = t.location_id and o.device_id = t.device_id
        and (o.latest_handshake, o.gateway_id) > (t.latest_handshake, t.gateway_id))
    returning t.device_id, t.minute, t.minute_upload, t.minute_download`.execute(tx);
  return rows
    .map((row) => ({
      deviceId: row.device_id,
      minute: row.minute,
      upload: row.minute_upload,
      download: row.minute_download,
    }))
    .filter(({ upload, download }) => upload + download > 0);
}

/** Deletes the latest samples of the devices, which include their addresses. */
export async function deleteLatest(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('traffic_latest').where('device_id', '=', sql<number>`any(${deviceIds})`).execute();
}
