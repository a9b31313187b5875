// Reads location, location_network, device, device_location, device_address and user for who should be a peer.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export const locationStateChannel = 'gatewarden_location_state';

/** Holds the state until the transaction ends; whoever locks several takes them in order of location. */
export async function lockVersion(tx: Tx, locationId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('location_state')
    .select('version')
    .where('location_id', '=', locationId)
    .forUpdate()
    .executeTakeFirst();
  return row?.version;
}

/** Version 0 of a location: nothing yet. Does nothing where there is a state or no location. */
export async function insertState(
  tx: Tx,
  state: { locationId: number; at: Date; joinSecret: Buffer; joinSecretHash: Buffer },
): Promise<void> {
  await sql`
    insert into location_state
      (location_id, version, changed_at, addresses, listen_port, interface_version, join_secret, join_secret_hash)
    select id, 0, ${state.at}, '{}', 0, 0, ${state.joinSecret}, ${state.joinSecretHash}
    from location where id = ${state.locationId}
    on conflict (location_id) do nothing`.execute(tx);
}

/** Takes addresses and port from the location. Returns whether they are others than before. */
export async function mergeInterface(tx: Tx, locationId: number, version: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update location_state s
    set addresses = w.addresses, listen_port = w.port, interface_version = ${version}
    from (
      select l.port, array(
        select host(n.address) || '/' || masklen(n.address) from location_network n
        where n.location_id = l.id order by n.position
      ) as addresses
      from location l where l.id = ${locationId}
    ) w
    where s.location_id = ${locationId} and (s.addresses, s.listen_port) is distinct from (w.addresses, w.port)`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * Makes the peers of these devices what devices, owners and location say now: a peer for each configured device of an
 * active owner that is in the location and not switched off, unless the location asks for a second factor, which no device has shown yet.
 * Rows that differ take the version. `deviceIds` undefined means all. Returns how many rows changed.
 */
export async function mergePeers(
  tx: Tx,
  change: { locationId: number; deviceIds: readonly number[] | undefined; version: number; at: Date },
): Promise<number> {
  const { locationId, deviceIds, version, at } = change;
  const among = (column: string) => (deviceIds ? sql`${sql.ref(column)} = any(${[...deviceIds]}::int[])` : sql`true`);
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
      where dl.location_id = ${locationId} and ${among('dl.device_id')}
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
      where p.location_id = ${locationId} and ${among('p.device_id')} and not p.removed
        and not exists (select from wanted w where w.public_key = p.public_key)
      returning 1
    )
    select (select count(*) from present) + (select count(*) from gone) as changed`.execute(tx);
  return rows[0]?.changed ?? 0;
}

export interface NetworkDevicePlace {
  readonly location_id: number;
  readonly device_id: number;
}

/** Where the network devices of these users are, by location. */
export function listNetworkDevicePlaces(tx: Tx, userIds: readonly number[]): Promise<NetworkDevicePlace[]> {
  return tx
    .selectFrom('device as d')
    .innerJoin('device_location as dl', 'dl.device_id', 'd.id')
    .select(['dl.location_id', 'dl.device_id'])
    .where('d.user_id', '=', sql<number>`any(${[...userIds]})`)
    .where('d.kind', '=', 'network')
    .orderBy('dl.location_id')
    .execute();
}

/** The state is this version from the end of the transaction on, under an id of its own, and every replica hears of it. */
export async function setVersion(
  tx: Tx,
  { locationId, version, at }: { locationId: number; version: number; at: Date },
): Promise<void> {
  await sql`
    with changed as (
      update location_state set version = ${version}, changed_at = ${at}, state_id = gen_random_uuid()
      where location_id = ${locationId}
      returning location_id, version, state_id, changed_at
    )
    insert into location_state_history (location_id, version, state_id, at) select * from changed`.execute(tx);
  await notifyLocation(tx, locationId);
}

/** Locks all states in the usual order and returns their locations. */
export async function lockStates(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('location_state').select('location_id').orderBy('location_id').forUpdate().execute();
  return rows.map((row) => row.location_id);
}

/** No state that was sent before is known any more: every gateway gets the whole one. */
export async function renewStateIds(tx: Tx): Promise<void> {
  await tx.deleteFrom('location_state_history').execute();
  await sql`
    with renewed as (
      update location_state set state_id = gen_random_uuid() returning location_id, version, state_id, changed_at
    )
    insert into location_state_history (location_id, version, state_id, at)
    select * from renewed where version > 0`.execute(tx);
}

/** Has every replica look at the state of the location, also when it is gone. */
export async function notifyLocation(tx: Tx, locationId: number): Promise<void> {
  await sql`select pg_notify(${locationStateChannel}, ${String(locationId)})`.execute(tx);
}

export interface StateRow {
  readonly version: number;
  /** UUID that names this content and no other. */
  readonly state_id: string;
  readonly changed_at: Date;
  readonly oldest_known_version: number;
  readonly interface_version: number;
  readonly addresses: string[];
  readonly listen_port: number;
}

/** Undefined where there is no such location, or nothing was ever wanted of it. */
export function findState(tx: Tx, locationId: number): Promise<StateRow | undefined> {
  return tx
    .selectFrom('location_state')
    .select([
      'version',
      'state_id',
      'changed_at',
      'oldest_known_version',
      'interface_version',
      'addresses',
      'listen_port',
    ])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
}

/** A state by number and id; an empty id is unknown. */
export interface StateName {
  readonly version: number;
  readonly stateId: string;
}

/** Whether the location had this very state, and what changed since is still known. */
export async function hadState(tx: Tx, locationId: number, { version, stateId }: StateName): Promise<boolean> {
  if (stateId === '') return false;
  const found = await tx
    .selectFrom('location_state_history')
    .select('version')
    .where('location_id', '=', locationId)
    .where('version', '=', version)
    .where('state_id', '=', stateId)
    .executeTakeFirst();
  return found !== undefined;
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

/** Those that changed or were removed after the version. */
export function listPeersSince(tx: Tx, locationId: number, version: number): Promise<PeerRow[]> {
  return tx
    .selectFrom('peer')
    .select(peerColumns)
    .where('location_id', '=', locationId)
    .where('version', '>', version)
    .execute();
}

/**
 * Forgets peers that were removed before the instant and states that were replaced before; agents that still hold an older
 * one get the whole state. Returns how many peers were forgotten.
 */
export async function deleteRemovedPeers(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with locked as (
      select location_id from location_state
      where location_id in (select location_id from peer where removed_at < ${before})
      order by location_id for update
    ), deleted as (
      delete from peer p using locked where p.location_id = locked.location_id and p.removed_at < ${before}
      returning p.location_id, p.version
    ), raised as (
      update location_state s set oldest_known_version = greatest(s.oldest_known_version, d.version)
      from (select location_id, max(version) as version from deleted group by location_id) d
      where s.location_id = d.location_id
    )
    select count(*) as forgotten from deleted`.execute(tx);
  await sql`
    delete from location_state_history h using location_state s
    where s.location_id = h.location_id and h.version < s.version and h.at < ${before}`.execute(tx);
  return rows[0]?.forgotten ?? 0;
}

export interface JoinSecretRow {
  readonly location_id: number;
  readonly location_name: string;
  readonly join_secret_hash: Buffer;
  /** Encrypted. */
  readonly join_secret: Buffer;
}

/** Undefined where there is no such location or no state of it yet. */
export function findJoinSecret(db: Database | Tx, locationId: number): Promise<JoinSecretRow | undefined> {
  return selectJoinSecret(db).where('s.location_id', '=', locationId).executeTakeFirst();
}

/**
 * The location whose join secret has this hash; undefined when there is none, or when the caller names another one.
 * Locked until the transaction ends, so that gateways that join at the same time are counted one after another. A wrong
 * secret locks nothing.
 * @param locationId undefined for agents that do not say which location they mean
 */
export function lockJoinSecret(
  tx: Tx,
  hash: Buffer,
  locationId: number | undefined,
): Promise<JoinSecretRow | undefined> {
  return selectJoinSecret(tx)
    .where('s.join_secret_hash', '=', hash)
    .$if(locationId !== undefined, (query) => query.where('s.location_id', '=', locationId ?? 0))
    .forUpdate('s')
    .executeTakeFirst();
}

function selectJoinSecret(db: Database | Tx) {
  return db
    .selectFrom('location_state as s')
    .innerJoin('location as l', 'l.id', 's.location_id')
    .select(['s.location_id', 'l.name as location_name', 's.join_secret_hash', 's.join_secret']);
}

export async function setJoinSecret(
  tx: Tx,
  locationId: number,
  secret: { join_secret: Buffer; join_secret_hash: Buffer },
): Promise<void> {
  await tx.updateTable('location_state').set(secret).where('location_id', '=', locationId).execute();
}
