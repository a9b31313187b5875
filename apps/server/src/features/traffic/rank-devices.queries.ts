import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import type { BucketRange, TopStep } from './top-buckets.ts';

/** Up to when the devices of the location are ranked; undefined before the first time. */
export async function findRankedUntil(tx: Tx, locationId: number): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('traffic_ranked')
    .select('ranked_until')
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return row?.ranked_until;
}

export async function setRankedUntil(tx: Tx, locationId: number, until: Date): Promise<void> {
  await tx
    .insertInto('traffic_ranked')
    .values({ location_id: locationId, ranked_until: until })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ ranked_until: until }))
    .execute();
}

/**
 * Stores the devices with the most traffic in each bucket of the range. One statement, because reports and roll-ups move
 * traffic between tables.
 */
export async function storeTop(tx: Tx, locationId: number, range: BucketRange, devices: number): Promise<void> {
  const { step, from, until } = range;
  await sql`
    ${plannedEachTime} with point as (
      select n.device_id, m.starts_at as at, n.upload, n.download
      from traffic_minutes m, unnest(m.device_ids, m.upload, m.download) n(device_id, upload, download)
      where m.location_id = ${locationId} and m.starts_at >= ${from} and m.starts_at < ${until} ${
        step === 'five_minutes'
          ? sql``
          : sql`and m.starts_at >= coalesce(
              (select rolled_until from traffic_progress where location_id = ${locationId}), '-infinity')`
      }
      union all
      select device_id, minute, minute_upload, minute_download
      from traffic_latest
      where location_id = ${locationId} and minute >= ${from} and minute < ${until} and minute_upload + minute_download > 0
      ${
        step === 'five_minutes'
          ? sql``
          : sql`union all
            select h.device_id, h.starts_at + slot.hour * interval '1 hour', slot.upload, slot.download
            from traffic_hours h, unnest(h.slots, h.upload, h.download) slot(hour, upload, download)
            where h.location_id = ${locationId} and h.starts_at >= date_trunc('day', ${from}::timestamptz, 'UTC')
              and h.starts_at < ${until} and h.starts_at + slot.hour * interval '1 hour' >= ${from}
              and h.starts_at + slot.hour * interval '1 hour' < ${until}`
      }
    ), summed as (
      select ${startOf(step)} as starts_at, device_id, sum(upload)::bigint as upload, sum(download)::bigint as download
      from point group by 1, 2
    ), ranked as (
      select *, row_number() over (partition by starts_at order by upload + download desc, device_id) as place from summed
    )
    insert into traffic_top as t (step, starts_at, location_id, device_ids, upload, download)
    select ${step}, starts_at, ${locationId}::int, array_agg(device_id order by place),
      array_agg(upload order by place), array_agg(download order by place)
    from ranked where place <= ${devices}::int group by starts_at
    on conflict (step, starts_at, location_id) do update
      set device_ids = excluded.device_ids, upload = excluded.upload, download = excluded.download`.execute(tx);
}

function startOf(step: TopStep) {
  return step === 'five_minutes'
    ? sql`date_bin('5 minutes', at, timestamptz '2000-01-01 00:00:00+00')`
    : sql`date_trunc(${sql.lit(step)}, at, 'UTC')`;
}

/** Deletes buckets that begin before the instant. */
export async function deleteTopBefore(db: Database, step: TopStep, before: Date): Promise<void> {
  await db.deleteFrom('traffic_top').where('step', '=', step).where('starts_at', '<', before).execute();
}
