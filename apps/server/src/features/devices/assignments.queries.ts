// Reads location, location_network and user to decide on access; other features write them.
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Tx } from '../../platform/database/database.ts';
import { entitledUsers } from '../locations/index.ts';

/** The assignment of a device to a location. */
export interface Assignment {
  readonly location_id: number;
  readonly device_id: number;
}

/** Which devices: all, or those of some users. */
export type Owners = 'all' | readonly number[];

/** Condition on device `d`. */
export function ownedBy(owners: Owners) {
  return owners === 'all' ? sql`true` : sql`d.user_id = any(${owners}::int[])`;
}

/**
 * Where the rows differ from domain rules §3.1: devices of active users belong to the locations that their owners may
 * use. Network devices are not included.
 */
export async function listDifferences(
  tx: Tx,
  locationIds: readonly number[],
  owners: Owners,
): Promise<(Assignment & { readonly is_missing: boolean })[]> {
  const { rows } = await sql<Assignment & { is_missing: boolean }>`
    with candidate as materialized (
      select d.id, d.user_id from device d join "user" u on u.id = d.user_id
      where d.kind = 'user' and u.is_active and ${ownedBy(owners)}
    ), entitled as (
      select e.location_id, c.id as device_id
      from ${entitledUsers(sql`select unnest(${locationIds}::int[])`, sql`select distinct user_id from candidate`)} e
        join candidate c on c.user_id = e.user_id
    ), assigned as (
      select dl.location_id, dl.device_id from device_location dl join device d on d.id = dl.device_id
      where dl.location_id = any(${locationIds}::int[]) and d.kind = 'user' and ${ownedBy(owners)}
    )
    select location_id, device_id, a.device_id is null as is_missing
    from entitled e full join assigned a using (location_id, device_id)
    where e.device_id is null or a.device_id is null
    order by location_id, device_id`.execute(tx);
  return rows;
}

/** The caller has locked the locations and the devices. */
export async function insertAssignments(tx: Tx, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length === 0) return;
  await sql`insert into device_location (location_id, device_id) ${unnestAssignments(assignments)}`.execute(tx);
}

/**
 * Removes devices from locations and releases their addresses. The caller has locked the devices. Which released address
 * may be assigned again is decided when it is: other transactions may be assigning addresses of the locations now.
 */
export async function deleteAssignments(tx: Tx, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    with gone as materialized (${unnestAssignments(assignments)}),
    freed as (
      delete from device_address a using gone g
      where a.device_id = g.device_id and a.location_id = g.location_id
      returning a.location_id, a.position, a.address, a.device_id
    ), free as (
      insert into free_address (location_id, position, address, device_id) select * from freed
      on conflict (location_id, position, address) do update set device_id = excluded.device_id
    )
    delete from device_location dl using gone g
    where dl.device_id = g.device_id and dl.location_id = g.location_id`.execute(tx);
}

function unnestAssignments(assignments: readonly Assignment[]) {
  const locationIds = assignments.map((assignment) => assignment.location_id);
  const deviceIds = assignments.map((assignment) => assignment.device_id);
  return sql`select * from unnest(${locationIds}::int[], ${deviceIds}::int[]) as p(location_id, device_id)`;
}

/**
 * Locks the locations of these devices against deletion only. Before the devices: a location is locked before its network
 * devices are deleted with it.
 */
export async function lockLocationsOf(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('location')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('device_location').select('location_id').where('device_id', '=', anyOf(deviceIds)),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** The assignments of these devices, by location, then by device. */
export function listAssignments(tx: Tx, deviceIds: readonly number[]): Promise<Assignment[]> {
  return tx
    .selectFrom('device_location')
    .select(['location_id', 'device_id'])
    .where('device_id', '=', anyOf(deviceIds))
    .orderBy('location_id')
    .orderBy('device_id')
    .execute();
}

/**
 * Locks devices that are being assigned or moved. Waits for transactions that change or delete them, and returns the ids
 * of those that remain; until this transaction ends, they are not deleted.
 */
export async function lockAssignedDevices(tx: Tx, deviceIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('device')
    .select('id')
    .where('id', '=', anyOf(deviceIds))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map((device) => device.id));
}

/** As `lockAssignedDevices` for all devices of the location. */
export async function lockDevicesIn(tx: Tx, locationId: number): Promise<void> {
  await tx
    .selectFrom('device')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('device_location').select('device_id').where('location_id', '=', locationId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export async function countAssignments(tx: Tx, locationId: number): Promise<number> {
  const { devices } = await tx
    .selectFrom('device_location')
    .select(sql<number>`count(*)`.as('devices'))
    .where('location_id', '=', locationId)
    .executeTakeFirstOrThrow();
  return devices;
}
