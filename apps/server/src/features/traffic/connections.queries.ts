// Reads device (of devices) and location (of locations) for the names of connected devices and their locations.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface ConnectionRow {
  readonly device_id: number;
  readonly device_name: string;
  readonly location_id: number;
  readonly location_name: string;
  readonly endpoint: string | null;
  readonly connected_since: Date;
  readonly upload: number;
  readonly download: number;
}

interface Choice {
  readonly userId: number;
  /** Connected is what had a handshake since then. */
  readonly connectedSince: Date;
  readonly trafficSince: Date;
  readonly limit: number;
}

/**
 * Devices of the user that are connected, the longest first, with their traffic since the instant: by the hour, and by the
 * minute what is not rolled up yet. One statement, because a roll-up moves traffic between tables.
 */
export async function listConnections(db: Database, choice: Choice): Promise<ConnectionRow[]> {
  const { userId, connectedSince, trafficSince, limit } = choice;
  const { rows } = await sql<ConnectionRow>`
    with connection as (
      select distinct on (t.device_id, t.location_id)
        t.device_id, d.name as device_name, t.location_id, l.name as location_name, t.endpoint, t.connected_since
      from device d join traffic_latest t on t.device_id = d.id join location l on l.id = t.location_id
      where d.user_id = ${userId} and d.kind = 'user' and t.latest_handshake >= ${connectedSince} and not t.removed
      order by t.device_id, t.location_id, t.latest_handshake desc
    ), shown as (
      select * from connection order by connected_since, device_id, location_id limit ${limit}
    )
    select s.*, (coalesce(hours.upload, 0) + coalesce(minutes.upload, 0) + coalesce(latest.upload, 0))::bigint as upload,
      (coalesce(hours.download, 0) + coalesce(minutes.download, 0) + coalesce(latest.download, 0))::bigint as download
    from shown s
      left join lateral (
        select sum(slot.upload) as upload, sum(slot.download) as download
        from traffic_hours h, unnest(h.slots, h.upload, h.download) slot(hour, upload, download)
        where h.location_id = s.location_id and h.device_id = s.device_id
          and h.starts_at >= date_trunc('day', ${trafficSince}::timestamptz, 'UTC')
          and h.starts_at + slot.hour * interval '1 hour' >= ${trafficSince}
      ) hours on true
      left join lateral (
        select sum(m.upload[place.index]) as upload, sum(m.download[place.index]) as download
        from traffic_minutes m, unnest(array_positions(m.device_ids, s.device_id)) place(index)
        where m.location_id = s.location_id and m.starts_at >= greatest(${trafficSince}::timestamptz,
          (select rolled_until from traffic_progress where location_id = s.location_id))
      ) minutes on true
      left join lateral (
        select sum(t.minute_upload) as upload, sum(t.minute_download) as download
        from traffic_latest t
        where t.location_id = s.location_id and t.device_id = s.device_id and t.minute >= ${trafficSince}
      ) latest on true
    order by s.connected_since, s.device_id, s.location_id`.execute(db);
  return rows;
}
