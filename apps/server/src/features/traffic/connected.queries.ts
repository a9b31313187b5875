// Reads device and device_address (of devices), location_session (of location-mfa) and user (of users) for names, owners and addresses of connected devices.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { plannedEachTime } from '../../platform/database/prepared.ts';

export interface ConnectedRow {
  readonly device_id: number;
  readonly user_id: number;
  readonly kind: string;
  readonly name: string;
  readonly endpoint: string | null;
  readonly connected_since: Date;
  /** Of its session in a location that requires a second factor; null without one. */
  readonly mfa_expires_at: Date | null;
  /** Without prefix, in the order of the location's networks. */
  readonly addresses: readonly string[];
}

/** Which of the connected devices; all of them if empty. */
export interface ConnectedSelection {
  /** Part of a name, email address or address, ignoring case. */
  readonly search?: string | undefined;
  /** Counted in owners: users, and network devices. */
  readonly offset?: number;
  readonly limit?: number;
}

export interface Connected {
  /** Users by name, then network devices; the devices of a user by name. */
  readonly rows: readonly ConnectedRow[];
  /** Number of owners that match, on all pages. */
  readonly owners: number;
}

/**
 * Devices that may connect to the location and had a handshake with it since the instant. If a user matches the search,
 * all their devices are included, otherwise those that match.
 */
export async function listConnected(
  db: Database,
  locationId: number,
  since: Date,
  { search, offset = 0, limit = 2 ** 31 - 1 }: ConnectedSelection = {},
): Promise<Connected> {
  const { rows } = await sql<ConnectedRow & { owners: number }>`
    ${plannedEachTime} with newest as (
      select distinct on (device_id) device_id, endpoint, connected_since
      from traffic_latest where location_id = ${locationId} and latest_handshake >= ${since} and not removed
      order by device_id, latest_handshake desc
    ), ranked as (
      select d.id as device_id, d.user_id, d.kind, d.name, n.endpoint, n.connected_since,
        dense_rank() over (order by d.kind = 'network', case when d.kind = 'user' then lower(u.username) end,
          case when d.kind = 'user' then u.username else d.name end, case when d.kind = 'network' then d.id end) as owner
      from newest n join device d on d.id = n.device_id join "user" u on u.id = d.user_id
      ${search === undefined ? sql`` : sql`where ${matches(search, locationId)}`}
    )
    select r.device_id, r.user_id, r.kind, r.name, r.endpoint, r.connected_since, t.expires_at as mfa_expires_at, total.owners,
      coalesce((select array_agg(host(a.address) order by a.position) from device_address a
        where a.device_id = r.device_id and a.location_id = ${locationId}), '{}') as addresses
    from (select coalesce(max(owner), 0) as owners from ranked) total
      left join ranked r on r.owner > ${offset}::bigint and r.owner <= ${offset}::bigint + ${limit}::bigint
      left join location_session t on t.device_id = r.device_id and t.location_id = ${locationId}
    order by r.owner, r.name, r.device_id`.execute(db);
  // beyond the last page there is one row with nothing but the number
  return { rows: rows.filter((row) => row.device_id !== null), owners: rows[0]?.owners ?? 0 };
}

function matches(search: string, locationId: number) {
  const text = search.trim().toLowerCase();
  const contains = (value: unknown) => sql<boolean>`strpos(lower(${value}), ${text}) > 0`;
  return sql`(
    (d.kind = 'user' and (${contains(sql`u.username`)} or ${contains(sql`u.email`)}
      or ${contains(sql`u.first_name || ' ' || u.last_name`)}
      or ${contains(sql`u.last_name || u.first_name`)}))
    or ${contains(sql`d.name`)} or ${contains(sql`regexp_replace(n.endpoint, ':[0-9]+$', '')`)}
    or exists (select from device_address a where a.device_id = d.id and a.location_id = ${locationId}
      and ${contains(sql`host(a.address)`)}))`;
}
