// Reads and locks session, because a restoration must not outlive the session that removed the device; auth writes it.
// Reads user for the name of the owner.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type DeviceRow, findDevice, rethrowTaken } from './devices.queries.ts';

interface RemovedDevice {
  readonly userId: number;
  readonly owner: string;
}

/**
 * Stores devices of users that are about to be deleted, with their addresses. Stores nothing if the session ended
 * meanwhile. The caller has locked the owners and the locations of the devices.
 */
export async function storeRemovedDevices(
  tx: Tx,
  { ids, sessionId, at }: { ids: readonly number[]; sessionId: number; at: Date },
): Promise<void> {
  await sql`
    insert into removed_device (id, session_id, user_id, removed_at, name, description, public_key, configured, created_at,
      key_changed_at, stopped_at, suspended_at)
    select d.id, s.id, d.user_id, ${at}, d.name, d.description, d.public_key, d.configured, d.created_at,
      d.key_changed_at, d.stopped_at, d.suspended_at
    from device d cross join session s
    where d.id = any(${ids}) and d.kind = 'user' and d.public_key is not null and s.id = ${sessionId}
    for key share of s`.execute(tx);
  await sql`
    insert into removed_device_address (device_id, location_id, address)
    select a.device_id, a.location_id, a.address
    from device_address a join removed_device r on r.id = a.device_id where a.device_id = any(${ids})`.execute(tx);
}

/** A device that the session removed since the instant. */
export function findRemovedDevice(
  tx: Tx,
  { id, sessionId, since }: { id: number; sessionId: number; since: Date },
): Promise<RemovedDevice | undefined> {
  return tx
    .selectFrom('removed_device as r')
    .innerJoin('user as u', 'u.id', 'r.user_id')
    .select(['r.user_id as userId', 'u.username as owner'])
    .where('r.id', '=', id)
    .where('r.session_id', '=', sessionId)
    .where('r.removed_at', '>', since)
    .executeTakeFirst();
}

/** Locks the stored device; false if it was restored or purged meanwhile. */
export async function lockRemovedDevice(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.selectFrom('removed_device').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found !== undefined;
}

/**
 * Inserts the stored device with its former id; undefined if there is none. It has no addresses yet.
 * @throws device_name_taken, public_key_taken
 */
export async function insertRemovedDevice(tx: Tx, id: number): Promise<DeviceRow | undefined> {
  await sql`
    insert into device (id, user_id, kind, name, description, public_key, configured, created_at, key_changed_at, stopped_at,
      suspended_at)
    overriding system value
    select id, user_id, 'user', name, description, public_key, configured, created_at, key_changed_at, stopped_at,
      suspended_at
    from removed_device where id = ${id}`
    .execute(tx)
    .catch(rethrowTaken);
  return findDevice(tx, id);
}

/** Names of the locations in which the device now has an address that it did not have before, sorted. */
export async function listReaddressedLocations(tx: Tx, deviceId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('device_address as a')
    .innerJoin('location as l', 'l.id', 'a.location_id')
    .leftJoin('removed_device_address as r', (join) =>
      join
        .onRef('r.device_id', '=', 'a.device_id')
        .onRef('r.location_id', '=', 'a.location_id')
        .onRef('r.address', '=', 'a.address'),
    )
    .select('l.name')
    .distinct()
    .where('a.device_id', '=', deviceId)
    .where('r.device_id', 'is', null)
    .orderBy('l.name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function deleteRemovedDevice(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('removed_device').where('id', '=', id).execute();
}

/** The caller has locked the user, so that no other transaction restores one of the devices. */
export async function deleteRemovedDevicesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('removed_device').where('user_id', '=', userId).execute();
}

export async function deleteRemovedDevicesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('removed_device').where('removed_at', '<=', before).execute();
}
