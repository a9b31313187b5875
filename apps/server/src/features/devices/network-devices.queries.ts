// Reads location, location_network and user for what a network device shows of them; other features write them.
import { type Address, formatAddress } from '@gatewarden/net/address';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { rethrowTaken } from './devices.queries.ts';
import { parseStoredAddress } from './parse-stored-address.ts';

export interface NetworkDeviceRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly description: string | null;
  readonly public_key: string | null;
  readonly configured: boolean;
  readonly created_at: Date;
  readonly stopped_at: Date | null;
  readonly added_by: string;
  readonly location_id: number;
  readonly location_name: string;
  /** In the order of the networks of the location. */
  readonly addresses: readonly NetworkDeviceAddress[];
}

interface NetworkDeviceAddress {
  readonly address: Address;
  /** The network with the address of the gateway. */
  readonly network: string;
}

/** By name; without those that are in no location. */
export async function listNetworkDevices(db: Database | Tx, id?: number): Promise<NetworkDeviceRow[]> {
  const { rows } = await sql<
    Omit<NetworkDeviceRow, 'addresses'> & { addresses: { address: string; network: string }[] }
  >`
    select d.id, d.user_id, d.name, d.description, d.public_key, d.configured, d.created_at, d.stopped_at,
      u.username as added_by, l.id as location_id, l.name as location_name,
      coalesce((
        select json_agg(json_build_object('address', a.address, 'network', n.address) order by a.position)
        from device_address a
          join location_network n on n.location_id = a.location_id and n.position = a.position
        where a.device_id = d.id and a.location_id = l.id), '[]') as addresses
    from device d join "user" u on u.id = d.user_id
      join device_location dl on dl.device_id = d.id
      join location l on l.id = dl.location_id
    where d.kind = 'network' and ${id === undefined ? sql`true` : sql`d.id = ${id}`}
    order by lower(d.name), d.id`.execute(db);
  return rows.map(({ addresses, ...row }) => ({
    ...row,
    addresses: addresses.map(({ address, network }) => ({ address: parseStoredAddress(address), network })),
  }));
}

/** The caller has locked the location. */
export async function insertAssignment(tx: Tx, deviceId: number, locationId: number): Promise<void> {
  await tx.insertInto('device_location').values({ device_id: deviceId, location_id: locationId }).execute();
}

/** Those of the addresses that devices have in the location, except one device. */
export async function listTakenAddresses(
  tx: Tx,
  { locationId, addresses, except }: { locationId: number; addresses: readonly Address[]; except?: number | undefined },
): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from device_address
    where location_id = ${locationId} and address = any(${addresses.map(formatAddress)}::inet[])
      and ${except === undefined ? sql`true` : sql`device_id <> ${except}`}`.execute(tx);
  return new Set(rows.map((row) => formatAddress(parseStoredAddress(row.address))));
}

/** Releases addresses of a device, so that other devices can get them. The caller has locked the location. */
export async function releaseAddresses(
  tx: Tx,
  { deviceId, locationId, positions }: { deviceId: number; locationId: number; positions: readonly number[] },
): Promise<void> {
  await sql`
    with freed as (
      delete from device_address
      where device_id = ${deviceId} and location_id = ${locationId} and position = any(${[...positions]}::int[])
      returning location_id, position, address, device_id
    )
    insert into free_address (location_id, position, address, device_id)
    select * from freed
    on conflict (location_id, position, address) do update set device_id = excluded.device_id`.execute(tx);
}

export async function setNetworkDevice(
  tx: Tx,
  id: number,
  changes: { readonly name: string; readonly description: string | null },
): Promise<void> {
  await tx.updateTable('device').set(changes).where('id', '=', id).execute().catch(rethrowTaken);
}
