// Reads user for the owners of devices; users writes it.
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type DeviceRow, rethrowTaken } from './devices.queries.ts';

export interface NewPeerDevice {
  readonly user_id: number;
  readonly kind: 'user' | 'network';
  readonly name: string;
  readonly public_key: string;
}

/** A device of either kind with its key and the name of its owner. */
export interface KeyOwner {
  readonly id: number;
  readonly name: string;
  readonly public_key: string;
  readonly kind: 'user' | 'network';
  readonly username: string;
}

/** The devices that have one of these keys. */
export async function listDevicesOfKeys(db: Database | Tx, publicKeys: readonly string[]): Promise<KeyOwner[]> {
  const { rows } = await sql<KeyOwner>`
    select d.id, d.name, d.public_key, d.kind, u.username from device d join "user" u on u.id = d.user_id
    where d.public_key = any(${publicKeys}::text[]) order by d.id`.execute(db);
  return rows;
}

/** The first name that another device of the same owner has, stored or among these. */
export async function findTakenName(
  tx: Tx,
  devices: readonly NewPeerDevice[],
): Promise<{ name: string; username: string } | undefined> {
  const { rows } = await sql<{ name: string; username: string }>`
    select n.name, u.username
    from unnest(${devices.map((device) => device.user_id)}::int[], ${devices.map((device) => device.name)}::text[])
        as n(user_id, name)
      join "user" u on u.id = n.user_id
      left join device d using (user_id, name)
    group by u.username, n.name
    having count(*) > 1 or count(d.id) > 0
    order by u.username, n.name limit 1`.execute(tx);
  return rows[0];
}

/** Those of these keys that locations have. */
export async function listKeysOfLocations(db: Database | Tx, publicKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('location')
    .select('public_key')
    .where('public_key', '=', sql<string>`any(${publicKeys}::text[])`)
    .execute();
  return rows.map((row) => row.public_key);
}

/** In the order of the input. @throws device_name_taken, public_key_taken */
export async function insertPeerDevices(tx: Tx, devices: readonly NewPeerDevice[], at: Date): Promise<DeviceRow[]> {
  const { rows } = await sql<{ id: number }>`
    insert into device (user_id, kind, name, public_key, configured, created_at)
    select user_id, kind, name, public_key, true, ${at}::timestamptz
    from unnest(${devices.map((device) => device.user_id)}::int[], ${devices.map((device) => device.kind)}::text[],
        ${devices.map((device) => device.name)}::text[], ${devices.map((device) => device.public_key)}::text[])
        with ordinality as n(user_id, kind, name, public_key, nth)
    order by nth
    returning id`
    .execute(tx)
    .catch(rethrowTaken);
  return listDeviceRows(
    tx,
    rows.map((row) => row.id),
  );
}

function listDeviceRows(tx: Tx, ids: readonly number[]): Promise<DeviceRow[]> {
  return tx
    .selectFrom('device')
    .select(['id', 'user_id', 'name', 'description', 'public_key', 'configured', 'stopped_at', 'suspended_at'])
    .select(['created_at', sql<DeviceRow['kind']>`kind`.as('kind')])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
}
