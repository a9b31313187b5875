// Reads device, device_location, device_address and device_poll_token (of devices) and user (of users).
import type { ListedDevice } from '@gatewarden/contract/traffic';
import { sql } from 'kysely';
import type { ColumnNames } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { readById } from '../../platform/database/read-by-id.ts';

type SameFields = Omit<
  ListedDevice,
  'created' | 'stopped_at' | 'suspended_at' | 'last_connected_at' | 'last_polled_at'
>;

export interface ListedDeviceRow extends SameFields {
  readonly created_at: Date;
  readonly stopped_at: Date | null;
  readonly suspended_at: Date | null;
  readonly latest_handshake: Date | null;
  readonly polled_at: Date | null;
}

const names: ColumnNames<ListedDeviceRow> = {
  plain: [
    ...(['id', 'name', 'description', 'wireguard_pubkey'] as const),
    ...(['username', 'first_name', 'last_name', 'is_user_active', 'client', 'networks'] as const),
  ],
  instants: ['created_at', 'stopped_at', 'suspended_at', 'latest_handshake', 'polled_at'],
};

/**
 * Devices of all users, oldest first, in parts; one is connected to a location if it had a handshake with it since the
 * instant. What belongs to the devices of a part is read by ranges of ids and joined: reading it for each device takes
 * longer.
 */
export function listDevices(db: Database, connectedSince: Date): AsyncGenerator<ListedDeviceRow[], void, void> {
  return readById(db, names, (id, rows) => {
    const inPart = sql`device_id > ${id}::int and device_id <= (select max(id) from part)`;
    return sql<ListedDeviceRow>`(
      with part as materialized (
        select * from device where id > ${id}::int and kind = 'user' order by id limit ${rows}::int
      ), seen as (
        select device_id, max(latest_handshake) as latest_handshake,
          array_agg(location_id) filter (where latest_handshake >= ${connectedSince} and not removed) as connected
        from traffic_latest where ${inPart} group by device_id
      ), address as (
        select device_id, location_id, json_agg(host(address) order by position) as ips
        from device_address where ${inPart} group by device_id, location_id
      ), place as (
        select device_id, json_agg(json_build_object('network_id', p.location_id,
          'wireguard_ips', coalesce(a.ips, '[]'),
          'is_active', coalesce(p.location_id = any(s.connected), false)) order by p.location_id) as networks
        from device_location p left join address a using (device_id, location_id) left join seen s using (device_id)
        where ${inPart} group by device_id
      ), poll as (
        select device_id, client, polled_at from device_poll_token where ${inPart}
      )
      select d.id, d.name, d.description, d.public_key as wireguard_pubkey, d.created_at, d.stopped_at, d.suspended_at,
        u.username, u.first_name, u.last_name, u.is_active as is_user_active, s.latest_handshake, t.client, t.polled_at,
        coalesce(l.networks, '[]') as networks
      from part d join "user" u on u.id = d.user_id
        left join seen s on s.device_id = d.id left join place l on l.device_id = d.id
        left join poll t on t.device_id = d.id
      order by d.id
    )`;
  });
}
