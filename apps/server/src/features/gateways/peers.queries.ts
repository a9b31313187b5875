// Reads location, device, device_location, device_address, user, snat_binding (of snat) and location_session (of location-mfa) to
// compute which devices should be peers.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** A device in a location, or one that was in it. */
export interface Assignment {
  readonly location_id: number;
  readonly device_id: number;
}

/** As `mergePeers` for all devices of these locations. */
export function mergePeersOfLocations(tx: Tx, locationIds: readonly number[], at: Date): Promise<number[]> {
  if (locationIds.length === 0) return Promise.resolve([]);
  return merge(tx, at, (row) => sql`${sql.ref(`${row}.location_id`)} = any(${[...locationIds]}::int[])`);
}

/**
 * Updates the peers of these devices from devices, owners and locations: one peer for each configured device of an
 * active owner that is in the location and not switched off; in a location that requires a second factor, while the
 * device has a session. Rows that differ get the next version of the location. Returns the locations
 * of these rows. The caller has locked the states.
 */
export function mergePeers(tx: Tx, assignments: readonly Assignment[], at: Date): Promise<number[]> {
  if (assignments.length === 0) return Promise.resolve([]);
  const locationIds = assignments.map((assignment) => assignment.location_id);
  const deviceIds = assignments.map((assignment) => assignment.device_id);
  return merge(
    tx,
    at,
    (row) => sql`(${sql.ref(`${row}.location_id`)}, ${sql.ref(`${row}.device_id`)}) in (
      select * from unnest(${locationIds}::int[], ${deviceIds}::int[]))`,
  );
}

async function merge(tx: Tx, at: Date, isSelected: (row: 'dl' | 'p') => RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ location_id: number }>`
    with wanted as materialized (
      select dl.location_id, d.public_key, d.id as device_id, l.keepalive_seconds, s.version + 1 as version, array(
        select host(a.address) || case family(a.address) when 4 then '/32' else '/128' end
        from device_address a where a.device_id = d.id and a.location_id = l.id order by a.position
      ) as allowed_ips, b.public_ip as snat_ip, t.key_nonce, t.key_digest
      from device_location dl
      join location l on l.id = dl.location_id
      join location_state s on s.location_id = dl.location_id
      join device d on d.id = dl.device_id
      join "user" u on u.id = d.user_id
      left join snat_binding b on b.location_id = l.id and b.user_id = d.user_id and d.kind = 'user'
      left join location_session t on l.mfa_mode <> 'disabled' and t.device_id = dl.device_id
        and t.location_id = dl.location_id and t.expires_at > ${at}
      where ${isSelected('dl')}
        and (l.mfa_mode = 'disabled' or t.device_id is not null) and d.configured and d.public_key is not null and d.stopped_at is null
          and u.is_active
    ), present as (
      insert into peer (
        location_id, public_key, device_id, allowed_ips, keepalive_seconds, snat_ip, key_nonce, key_digest, version)
      select w.location_id, w.public_key, w.device_id, w.allowed_ips, w.keepalive_seconds, w.snat_ip, w.key_nonce,
        w.key_digest, w.version
      from wanted w
      where not exists (
        select from peer p where p.location_id = w.location_id and p.public_key = w.public_key and not p.removed
          and (p.device_id, p.allowed_ips, p.keepalive_seconds) = (w.device_id, w.allowed_ips, w.keepalive_seconds)
          and (p.snat_ip, p.key_nonce) is not distinct from (w.snat_ip, w.key_nonce))
      on conflict (location_id, public_key) do update set
        device_id = excluded.device_id, allowed_ips = excluded.allowed_ips,
        keepalive_seconds = excluded.keepalive_seconds, snat_ip = excluded.snat_ip,
        key_nonce = excluded.key_nonce, key_digest = excluded.key_digest, version = excluded.version, removed_at = null
      returning location_id
    ), gone as (
      update peer p set removed_at = ${at}, version = s.version + 1, access_profile_id = null, key_nonce = null,
        key_digest = null
      from location_state s
      where s.location_id = p.location_id and ${isSelected('p')} and not p.removed
        and not exists (select from wanted w where w.location_id = p.location_id and w.public_key = p.public_key)
      returning p.location_id
    )
    select location_id from present union select location_id from gone`.execute(tx);
  return rows.map((row) => row.location_id);
}

/** Locations of the network devices of these users, in ascending order. */
export function listNetworkDeviceLocations(tx: Tx, userIds: readonly number[]): Promise<Assignment[]> {
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
  /** Null if no rule names the device or its owner. */
  readonly access_profile_id: number | null;
  /** Null if its addresses are not bound to a public one. */
  readonly snat_ip: string | null;
  /** Null if it has no preshared key. */
  readonly key_nonce: Buffer | null;
  readonly removed: boolean;
}

const peerColumns = [
  'public_key',
  'allowed_ips',
  'keepalive_seconds',
  'access_profile_id',
  sql<string | null>`host(snat_ip)`.as('snat_ip'),
  'key_nonce',
  'removed',
] as const;

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
