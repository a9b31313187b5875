// Reads location (of locations), device (of devices) and user (of users) for names, owners and kinds.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';
import { maxBuckets, type Step } from './buckets.ts';
import type { Bucket } from './device-series.ts';

export interface ConnectedCounts {
  readonly locationId: number;
  readonly users: number;
  readonly userDevices: number;
  readonly networkDevices: number;
  readonly people: readonly ConnectedPerson[];
}

export interface ConnectedPerson {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

interface CountsRow {
  readonly location_id: number;
  readonly users: number;
  readonly user_devices: number;
  readonly network_devices: number;
  readonly people: readonly ConnectedPerson[];
}

/**
 * For each location, by name: users with a device, their devices, and network devices, that may connect and had a handshake
 * since the instant, and the `named` users who connected last.
 */
export async function countConnected(db: Database, since: Date, named: number): Promise<ConnectedCounts[]> {
  const { rows } = await sql<CountsRow>`
    ${plannedEachTime} with connected as (
      -- a device may be known to several gateways of a location
      select location_id, device_id, max(connected_since) as since
      from traffic_latest where latest_handshake >= ${since} and not removed
      group by location_id, device_id
    ), owned as (
      -- network devices have negative numbers, so that two numbers identify an owner
      select c.location_id, case when d.kind = 'user' then d.user_id else -d.id end as owner, count(*) as devices,
        max(c.since) as since
      from connected c join device d on d.id = c.device_id
      group by 1, 2
    ), counted as (
      select location_id, count(*) filter (where owner > 0) as users, count(*) filter (where owner < 0) as network_devices,
        (sum(devices) filter (where owner > 0))::int as user_devices,
        (array_agg(owner order by since desc, owner) filter (where owner > 0))[:${named}::int] as named
      from owned group by location_id
    )
    select l.id as location_id, coalesce(c.users, 0) as users, coalesce(c.user_devices, 0) as user_devices,
      coalesce(c.network_devices, 0) as network_devices,
      coalesce((select json_agg(json_build_object('username', u.username, 'first_name', u.first_name,
        'last_name', u.last_name) order by array_position(c.named, u.id))
        from "user" u where u.id = any(c.named)), '[]') as people
    from location l left join counted c on c.location_id = l.id
    order by lower(l.name), l.id`.execute(db);
  return rows.map((row) => ({
    locationId: row.location_id,
    users: row.users,
    userDevices: row.user_devices,
    networkDevices: row.network_devices,
    people: row.people,
  }));
}

interface TotalRow {
  readonly location_id: number;
  readonly starts_at: Date;
  readonly upload: number;
  readonly download: number;
}

/** Traffic of each location from the bucket on, in order of time; the oldest `maxBuckets` if there are more. */
export async function listTotalsByLocation(
  db: Database,
  step: Step,
  firstBucket: Date,
): Promise<ReadonlyMap<number, readonly Bucket[]>> {
  const { rows } = await sql<TotalRow>`
    ${plannedEachTime} select l.id as location_id, t.starts_at, t.upload, t.download
    from location l cross join lateral (
      -- by its key: a join reads all totals
      select starts_at, upload, download from traffic_total
      where location_id = l.id and step = ${step} and starts_at >= ${firstBucket} order by starts_at limit ${maxBuckets}
    ) t order by l.id, t.starts_at`.execute(db);
  const series = new Map<number, Bucket[]>();
  for (const { location_id, starts_at, upload, download } of rows) {
    const buckets = series.get(location_id) ?? [];
    series.set(location_id, buckets);
    buckets.push({ startsAt: starts_at, upload, download });
  }
  return series;
}
