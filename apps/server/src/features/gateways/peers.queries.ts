// Reads location, device, device_location, device_address and user to compute which devices should be peers.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Updates the peers of these devices from devices, owners and location: one peer for each configured device of an
 * active owner that is in the location and not switched off. A location that requires a second factor has no peers,
 * because no device can present one yet. Rows that differ get the version. `deviceIds` undefined means all. Returns how
 * many rows changed.
 */
export async function mergePeers(
  tx: Tx,
  change: { locationId: number; deviceIds: readonly number[] | undefined; version: number; at: Date },
): Promise<number> {
  const { locationId, deviceIds, version, at } = change;
  const isSelected = (column: string) =>
    deviceIds ? sql`${sql.ref(column)} = any(${[...deviceIds]}::int[])` : sql`true`;
  const { rows } = await sql<{ changed: number }>`
    with wanted as (
      select d.public_key, d.id as device_id, l.keepalive_seconds, array(
        select host(a.address) || case family(a.address) when 4 then '/32' else '/128' end
        from device_address a where a.device_id = d.id and a.location_id = l.id order by a.position
      ) as allowed_ips
      from device_location dl
      join location l on l.id = dl.location_id
      join device d on d.id = dl.device_id
      join "user" u on u.id = d.user_id
      where dl.location_id = ${locationId} and ${isSelected('dl.device_id')}
        and l.mfa_mode = 'disabled' and d.configured and d.public_key is not null and d.stopped_at is null
          and u.is_active
    ), present as (
      insert into peer (location_id, public_key, device_id, allowed_ips, keepalive_seconds, version)
      select ${locationId}, w.public_key, w.device_id, w.allowed_ips, w.keepalive_seconds, ${version} from wanted w
      where not exists (
        select from peer p where p.location_id = ${locationId} and p.public_key = w.public_key and not p.removed
          and (p.device_id, p.allowed_ips, p.keepalive_seconds) = (w.device_id, w.allowed_ips, w.keepalive_seconds))
      on conflict (location_id, public_key) do update set
        device_id = excluded.device_id, allowed_ips = excluded.allowed_ips,
        keepalive_seconds = excluded.keepalive_seconds, version = excluded.version, removed_at = null
      returning 1
    ), gone as (
      update peer p set removed_at = ${at}, version = ${version}
      where p.location_id = ${locationId} and ${isSelected('p.device_id')} and not p.removed
        and not exists (select from wanted w where w.public_key = p.public_key)
      returning 1
    )
    select (select count(*) from present) + (select count(*) from gone) as changed`.execute(tx);
  return rows[0]?.changed ?? 0;
}

export interface NetworkDeviceLocation {
  readonly location_id: number;
  readonly device_id: number;
}

/** Locations of the network devices of these users, in ascending order. */
export function listNetworkDeviceLocations(tx: Tx, userIds: readonly number[]): Promise<NetworkDeviceLocation[]> {
  return tx
    .selectFrom('device as d')
    .innerJoin('device_location as dl', 'dl.device_id', 'd.id')
    .select(['dl.location_id', 'dl.device_id'])
    .where('d.user_id', '=', sql<number>`any(${[...userIds]})`)
    .where('d.kind', '=', 'network')
    .orderBy('dl.location_id')
    .execute();
}

export interface PeerRow {
  readonly public_key: string;
  readonly allowed_ips: string[];
  readonly keepalive_seconds: number;
  readonly removed: boolean;
}

const peerColumns = ['public_key', 'allowed_ips', 'keepalive_seconds', 'removed'] as const;

/** Every peer that gateways should have. */
export function listPeers(tx: Tx, locationId: number): Promise<PeerRow[]> {
  return tx
    .selectFrom('peer')
    .select(peerColumns)
    .where('location_id', '=', locationId)
    .where('removed', '=', false)
    .execute();
}

/** Peers that changed or were removed after the version. */
export function listPeersSince(tx: Tx, locationId: number, version: number): Promise<PeerRow[]> {
  return tx
    .selectFrom('peer')
    .select(peerColumns)
    .where('location_id', '=', locationId)
    .where('version', '>', version)
    .execute();
}
