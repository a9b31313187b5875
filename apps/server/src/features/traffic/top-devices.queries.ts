// Reads location (of locations), device (of devices) and user (of users) for names of devices with traffic.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import type { BucketRange } from './top-buckets.ts';

/** Up to when the devices of the location, or of all, are ranked; undefined if none are. */
export async function findRankedUntil(db: Database, locationId: number | undefined): Promise<Date | undefined> {
  const row = await db
    .selectFrom('traffic_ranked as r')
    .innerJoin('location as l', 'l.id', 'r.location_id')
    .select((select) => select.fn.min('r.ranked_until').as('until'))
    .$if(locationId !== undefined, (query) => query.where('r.location_id', '=', locationId ?? 0))
    .executeTakeFirst();
  return row?.until ?? undefined;
}

export interface TopDeviceRow {
  readonly device_id: number;
  readonly device_name: string;
  readonly kind: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly upload: number;
  readonly download: number;
}

/** Names are looked up for these only; more than the rest of them would have to be removed devices for a shorter list. */
const candidates = 100;

/** The devices with the most traffic in the buckets, at one location or at all, without removed ones. */
export async function listTopDevices(
  db: Database,
  locationId: number | undefined,
  ranges: readonly BucketRange[],
  limit: number,
): Promise<TopDeviceRow[]> {
  const { rows } = await sql<TopDeviceRow>`
    ${plannedEachTime} with summed as materialized (
      select n.device_id, sum(n.upload)::bigint as upload, sum(n.download)::bigint as download
      from ${rangesOf(ranges)}
        join traffic_top t on t.step = r.step and t.starts_at >= r.since and t.starts_at < r.until ${
          locationId === undefined ? sql`` : sql`and t.location_id = ${locationId}`
        }
        join location l on l.id = t.location_id,
        unnest(t.device_ids, t.upload, t.download) n(device_id, upload, download)
      group by n.device_id
      order by sum(n.upload) + sum(n.download) desc, n.device_id
      limit ${candidates}
    )
    select d.id as device_id, d.name as device_name, d.kind, u.username, u.first_name, u.last_name, s.upload, s.download
    from summed s join device d on d.id = s.device_id join "user" u on u.id = d.user_id
    order by s.upload + s.download desc, d.id
    limit ${limit}`.execute(db);
  return rows;
}

export interface TrafficSum {
  readonly upload: number;
  readonly download: number;
}

/** Traffic of all devices in the buckets, at one location or at all. */
export async function sumTraffic(
  db: Database,
  locationId: number | undefined,
  ranges: readonly BucketRange[],
): Promise<TrafficSum> {
  const { rows } = await sql<TrafficSum>`
    ${plannedEachTime} select coalesce(sum(s.upload), 0)::bigint as upload, coalesce(sum(s.download), 0)::bigint as download
    from ${rangesOf(ranges)} cross join location l cross join lateral (
      -- by its key: a join of all three tables reads all totals
      select sum(t.upload) as upload, sum(t.download) as download from traffic_total t
      where t.location_id = l.id and t.step = case r.step when 'five_minutes' then 'minute' else 'hour' end
        and t.starts_at >= r.since and t.starts_at < r.until
    ) s ${locationId === undefined ? sql`` : sql`where l.id = ${locationId}`}`.execute(db);
  return rows[0] ?? { upload: 0, download: 0 };
}

function rangesOf(ranges: readonly BucketRange[]) {
  return sql`unnest(${ranges.map(({ step }) => step)}::text[], ${ranges.map(({ from }) => from)}::timestamptz[],
    ${ranges.map(({ until }) => until)}::timestamptz[]) r(step, since, until)`;
}
