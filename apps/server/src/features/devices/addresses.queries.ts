// Reads location_network for the networks of a location; locations writes it. Callers of the writing functions
// have locked the locations (see `lockLocations`): addresses are only released by other transactions, not assigned.
import { type Address, formatAddress } from '@gatewarden/net/address';
import type { InterfaceAddress } from '@gatewarden/net/subnet';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Assignment, type Owners, ownedBy } from './assignments.queries.ts';
import { parseStoredAddress } from './parse-stored-address.ts';

/** A device's address in one network of a location. */
export interface AssignedAddress extends Assignment {
  readonly position: number;
  readonly address: Address;
}

/** An address of no device in a network of a location. */
export type ReservedAddress = Omit<AssignedAddress, 'device_id'>;

/** Networks in which assigned devices have no address yet, in order, with these devices, lowest id first. */
export async function listDemands(
  tx: Tx,
  locationIds: readonly number[],
  owners: Owners,
): Promise<{ location_id: number; position: number; device_ids: number[] }[]> {
  const { rows } = await sql<{ location_id: number; position: number; device_ids: number[] }>`
    select n.location_id, n.position, array_agg(d.id order by d.id) as device_ids
    from location_network n
      join device_location dl on dl.location_id = n.location_id
      join device d on d.id = dl.device_id
    where n.location_id = any(${locationIds}::int[]) and ${ownedBy(owners)}
      and not exists (select from device_address a
        where a.device_id = d.id and a.location_id = n.location_id and a.position = n.position)
    group by n.location_id, n.position
    order by n.location_id, n.position`.execute(tx);
  return rows;
}

/**
 * Takes the addresses that these devices had last in the networks, where they are still free; at most one for each
 * device and network.
 */
export async function takeFormerAddresses(
  tx: Tx,
  demands: readonly { location_id: number; position: number; device_id: number }[],
): Promise<AssignedAddress[]> {
  const { rows } = await sql<Assignment & { position: number; address: string }>`
    with former as (
      select distinct on (f.location_id, f.position, f.device_id) f.*
      from unnest(${demands.map((demand) => demand.location_id)}::int[],
          ${demands.map((demand) => demand.position)}::int[],
          ${demands.map((demand) => demand.device_id)}::int[]) as d(location_id, position, device_id)
        join free_address f using (location_id, position, device_id)
      where not exists (select from device_address a where a.location_id = f.location_id and a.address = f.address)
      order by f.location_id, f.position, f.device_id, f.address
    )
    delete from free_address f using former
    where f.location_id = former.location_id and f.position = former.position and f.address = former.address
    returning f.location_id, f.position, f.address, f.device_id`.execute(tx);
  return rows.map((row) => ({ ...row, address: parseStoredAddress(row.address) }));
}

/**
 * Takes the lowest released addresses, at most as many as each network needs; by network, lowest first. The caller
 * searches for the rest from the positions of `listSearchPositions`.
 */
export async function takeFreeAddresses(
  tx: Tx,
  demands: readonly { location_id: number; position: number; wanted: number }[],
): Promise<{ location_id: number; position: number; address: Address }[]> {
  const { rows } = await sql<{ location_id: number; position: number; address: string }>`
    with taken as (
      delete from free_address f using unnest(${demands.map((demand) => demand.location_id)}::int[],
          ${demands.map((demand) => demand.position)}::int[],
          ${demands.map((demand) => demand.wanted)}::int[]) as d(location_id, position, wanted)
        cross join lateral (select l.address from free_address l
            join address_search s on s.location_id = l.location_id and s.position = l.position
          where l.location_id = d.location_id and l.position = d.position and l.address < s.search_from
            and not exists (select from device_address a where a.location_id = l.location_id and a.address = l.address)
          order by l.address limit d.wanted) lowest
      where f.location_id = d.location_id and f.position = d.position and f.address = lowest.address
      returning f.location_id, f.position, f.address
    )
    select * from taken order by location_id, position, address`.execute(tx);
  return rows.map((row) => ({ ...row, address: parseStoredAddress(row.address) }));
}

/** Where the search for a free address starts; networks without a row start at their first address. */
export async function listSearchPositions(
  tx: Tx,
  locationIds: readonly number[],
): Promise<{ location_id: number; position: number; from: Address }[]> {
  const rows = await tx
    .selectFrom('address_search')
    .select(['location_id', 'position', 'search_from'])
    .where('location_id', '=', sql<number>`any(${locationIds})`)
    .execute();
  return rows.map(({ search_from, ...row }) => ({ ...row, from: parseStoredAddress(search_from) }));
}

export interface AddressRange {
  readonly location_id: number;
  readonly first: Address;
  readonly last: Address;
}

/** The addresses of devices in each of the ranges, in the order of the ranges. */
export async function listAssignedAddresses(tx: Tx, ranges: readonly AddressRange[]): Promise<Address[][]> {
  const { rows } = await sql<{ assigned: string[] }>`
    select array(select a.address from device_address a
      where a.location_id = r.location_id and a.address between r.first and r.last) as assigned
    from unnest(${ranges.map((range) => range.location_id)}::int[],
        ${ranges.map((range) => formatAddress(range.first))}::inet[],
        ${ranges.map((range) => formatAddress(range.last))}::inet[])
      with ordinality as r(location_id, first, last, nth)
    order by r.nth`.execute(tx);
  return rows.map((row) => row.assigned.map(parseStoredAddress));
}

/** A device that already has an address in the network retains it. */
export async function insertAddresses(tx: Tx, addresses: readonly AssignedAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    insert into device_address (location_id, device_id, position, address)
    select * from unnest(${addresses.map((row) => row.location_id)}::int[],
      ${addresses.map((row) => row.device_id)}::int[],
      ${addresses.map((row) => row.position)}::int[],
      ${addresses.map((row) => formatAddress(row.address))}::inet[])
    on conflict (device_id, location_id, position) do nothing`.execute(tx);
}

/** Makes addresses available that a search passed over. */
export async function insertFreeAddresses(tx: Tx, addresses: readonly ReservedAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  await sql`
    insert into free_address (location_id, position, address)
    select * from unnest(${addresses.map((row) => row.location_id)}::int[],
      ${addresses.map((row) => row.position)}::int[],
      ${addresses.map((row) => formatAddress(row.address))}::inet[])
    on conflict (location_id, position, address) do nothing`.execute(tx);
}

/** The first of these addresses that a device of the location has. */
export async function findAssignedAddress(
  tx: Tx,
  locationId: number,
  addresses: readonly Address[],
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('device_address')
    .select('address')
    .where('location_id', '=', locationId)
    .where('address', '=', sql<string>`any(${addresses.map(formatAddress)}::inet[])`)
    .orderBy('address')
    .limit(1)
    .executeTakeFirst();
  return found?.address;
}

/** From now on every lower host address of the network is assigned, or in `free_address` once it is released. */
export async function setSearchPositions(
  tx: Tx,
  searches: readonly { location_id: number; position: number; from: Address }[],
): Promise<void> {
  if (searches.length === 0) return;
  const rows = searches.map(({ from, ...row }) => ({ ...row, search_from: formatAddress(from) }));
  await tx
    .insertInto('address_search')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'position'])
        .doUpdateSet({ search_from: (is) => is.ref('excluded.search_from') }),
    )
    .execute();
}

/** After the networks of the location changed: the next search starts at their first addresses. */
export async function deleteSearchPositions(tx: Tx, locationId: number): Promise<void> {
  await tx.deleteFrom('address_search').where('location_id', '=', locationId).execute();
  await tx.deleteFrom('free_address').where('location_id', '=', locationId).execute();
}

/** Deletes the addresses that do not fit the network at their position. Returns them by device, then by position. */
export async function deleteMisplacedAddresses(
  tx: Tx,
  locationId: number,
  networks: readonly InterfaceAddress[],
): Promise<AssignedAddress[]> {
  const bound = (which: 'firstHost' | 'lastHost') =>
    networks.map(({ subnet }) => formatAddress({ family: subnet.family, value: subnet[which] }));
  const { rows } = await sql<Assignment & { position: number; address: string }>`
    with network as (
      select nth - 1 as position, first, last, gateway
      from unnest(${bound('firstHost')}::inet[], ${bound('lastHost')}::inet[],
        ${networks.map(({ address }) => formatAddress(address))}::inet[])
        with ordinality as n(first, last, gateway, nth)
    ), misplaced as (
      delete from device_address a
      where a.location_id = ${locationId} and not exists (select from network n
        where n.position = a.position and a.address between n.first and n.last and a.address <> n.gateway)
      returning a.location_id, a.device_id, a.position, a.address
    )
    select * from misplaced order by device_id, position`.execute(tx);
  return rows.map((row) => ({ ...row, address: parseStoredAddress(row.address) }));
}
