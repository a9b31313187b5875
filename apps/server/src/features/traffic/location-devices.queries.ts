// Reads device, device_location and device_address (of devices), user (of users) and component (of links).
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';

export interface LocationDeviceRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly stopped_at: Date | null;
  /** Without prefix, in the order of the location's networks. */
  readonly addresses: readonly string[];
  /** Null: the device never connected to the location. */
  readonly latest_handshake: Date | null;
  readonly endpoint: string | null;
  /** It is no longer a peer of the location. */
  readonly removed: boolean | null;
}

export interface LocationDeviceSelection {
  /** Part of a name, email address or address, ignoring case. */
  readonly search?: string | undefined;
  /** Only devices whose last handshake was with this gateway, and not before `since`. */
  readonly connected?: { readonly gatewayId: string; readonly since: Date } | undefined;
  readonly sort: 'name' | 'owner' | 'last_connected';
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

interface LocationDevices {
  readonly rows: readonly LocationDeviceRow[];
  /** Number of devices that match, on all pages. */
  readonly total: number;
}

/** Devices that are assigned to the location, with their last connection to it. Those that never connected come last. */
export async function listDevicesOfLocation(
  db: Database,
  locationId: number,
  { search, connected, sort, order, offset, limit }: LocationDeviceSelection,
): Promise<LocationDevices> {
  const direction = order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`;
  const byPlace = sql`sort_key ${direction}, name_key, id`;
  // of thousands of devices only what decides about their place is read, of those on the page everything
  const { rows } = await sql<LocationDeviceRow & { total: number }>`
    ${plannedEachTime} with newest as (
      select distinct on (device_id) device_id, gateway_id, latest_handshake, removed
      from traffic_latest where location_id = ${locationId}
      order by device_id, latest_handshake desc
    ), matching as materialized (
      select d.id, ${sortKeys[sort]} as sort_key, lower(d.name) as name_key
      from device_location dl
        join device d on d.id = dl.device_id
        ${search === undefined && sort !== 'owner' ? sql`` : sql`join "user" u on u.id = d.user_id`}
        ${connected === undefined && sort !== 'last_connected' ? sql`` : sql`left join newest n on n.device_id = d.id`}
      where dl.location_id = ${locationId} ${search === undefined ? sql`` : sql`and ${matches(search, locationId)}`}
        ${connected === undefined ? sql`` : isConnectedThrough(connected)}
    ), page as (
      select * from matching order by ${byPlace} offset ${offset}::bigint limit ${limit}::bigint
    ), shown as (
      select p.*, d.name, d.kind, d.stopped_at, u.username, u.first_name, u.last_name, l.latest_handshake, l.endpoint,
        l.removed, array(select host(a.address) from device_address a
          where a.device_id = p.id and a.location_id = ${locationId} order by a.position) as addresses
      from page p join device d on d.id = p.id join "user" u on u.id = d.user_id
        left join lateral (select latest_handshake, endpoint, removed from traffic_latest
          where location_id = ${locationId} and device_id = p.id order by latest_handshake desc limit 1) l on true
    )
    select s.*, t.total::int from (select count(*) as total from matching) t left join shown s on true
    order by ${byPlace}`.execute(db);
  // beyond the last page there is one row with nothing but the number
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

const sortKeys = {
  name: sql`lower(d.name)`,
  owner: sql`lower(u.username)`,
  last_connected: sql`n.latest_handshake`,
} as const;

function isConnectedThrough({ gatewayId, since }: NonNullable<LocationDeviceSelection['connected']>) {
  return sql`and n.gateway_id = ${gatewayId}::uuid and n.latest_handshake >= ${since} and not n.removed`;
}

function matches(search: string, locationId: number) {
  const text = search.trim().toLowerCase();
  const contains = (value: unknown) => sql<boolean>`strpos(lower(${value}), ${text}) > 0`;
  return sql`(
    (d.kind = 'user' and (${contains(sql`u.username`)} or ${contains(sql`u.email`)}
      or ${contains(sql`u.first_name || ' ' || u.last_name`)} or ${contains(sql`u.last_name || u.first_name`)}))
    or ${contains(sql`d.name`)}
    or exists (select from device_address a where a.device_id = d.id and a.location_id = ${locationId}
      and ${contains(sql`host(a.address)`)}))`;
}
