// Reads group (of groups) for the names of allowed groups.
import { type InterfaceAddress, parseInterfaceAddress } from '@gatewarden/net/subnet';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Fields of a location that an administrator sets. */
export interface LocationFields {
  readonly name: string;
  readonly endpoint: string;
  readonly port: number;
  readonly dns: string | null;
  /** Canonical networks. */
  readonly allowed_ips: string[];
  readonly keepalive_seconds: number;
  readonly disconnect_threshold_seconds: number;
  readonly acl_enabled: boolean;
  readonly acl_default_allow: boolean;
  readonly mfa_mode: 'disabled' | 'internal' | 'external';
  /** The longest time for which a second factor lets a device connect. */
  readonly mfa_session_hours: number;
  readonly masquerade: boolean;
}

export interface LocationRow extends LocationFields {
  readonly id: number;
  readonly public_key: string;
  /** The gateway's address in each network; the first is primary. Never empty. */
  readonly networks: readonly InterfaceAddress[];
  /** Names of the groups that may use the location, sorted. If empty, all users may use it. */
  readonly groups: readonly string[];
}

function selectLocations(db: Database | Tx) {
  return db.selectFrom('location as l').select([
    'l.id',
    'l.name',
    'l.endpoint',
    'l.port',
    'l.dns',
    'l.allowed_ips',
    'l.keepalive_seconds',
    'l.disconnect_threshold_seconds',
    'l.acl_enabled',
    'l.acl_default_allow',
    sql<LocationFields['mfa_mode']>`l.mfa_mode`.as('mfa_mode'),
    'l.mfa_session_hours',
    'l.masquerade',
    'l.public_key',
    sql<string[]>`(select array_agg(n.address::text order by n.position) from location_network n
      where n.location_id = l.id)`.as('networks'),
    sql<string[]>`coalesce((select array_agg(g.name order by g.name) from location_group x
      join "group" g on g.id = x.group_id where x.location_id = l.id), '{}')`.as('groups'),
  ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectLocations>['executeTakeFirstOrThrow']>>;

function toRow({ networks, ...row }: Selected): LocationRow {
  return { ...row, networks: networks.map(parseStoredAddress) };
}

function parseStoredAddress(text: string): InterfaceAddress {
  const address = parseInterfaceAddress(text);
  if (!address) throw new Error(`invalid interface address in the database: ${text}`);
  return address;
}

/** Oldest first. */
export async function listLocations(db: Database | Tx): Promise<LocationRow[]> {
  return (await selectLocations(db).orderBy('l.id').execute()).map(toRow);
}

export async function findLocation(db: Database | Tx, id: number): Promise<LocationRow | undefined> {
  const [found] = await selectLocation(db, id);
  return found && toRow(found);
}

const selectLocation = compileOnce((db, id: number) => selectLocations(db).where('l.id', '=', id).compile());

/** A subquery that returns the gateways of a location. */
export type SelectGateways<Gateway> = (db: Database, locationId: Expression<number>) => RawBuilder<Gateway[]>;

/** Returns a function that finds a location with its gateways, in one statement. */
export function createLocationFinder<Gateway>(selectGateways: SelectGateways<Gateway>) {
  const select = compileOnce((db, id: number) =>
    selectLocations(db)
      .select(selectGateways(db, sql.ref('l.id')).as('gateways'))
      .where('l.id', '=', id)
      .compile(),
  );
  return async (db: Database, id: number): Promise<{ location: LocationRow; gateways: Gateway[] } | undefined> => {
    const [found] = await select(db, id);
    if (!found) return undefined;
    const { gateways, ...location } = found;
    return { location: toRow(location), gateways };
  };
}

export async function hasLocation(db: Database | Tx): Promise<boolean> {
  return (await db.selectFrom('location').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Any number that no other advisory lock of the product uses. */
const locationSetLock = 7_203_114_503;

/** Locks the set of locations: `lockAllLocations` of other transactions waits until a new location is committed. */
export async function lockLocationSet(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locationSetLock})`.execute(tx);
}

/**
 * All locations, oldest first. Until the transaction ends, no other transaction adds, changes or deletes a location, or
 * changes its addresses; so results that are computed from them remain valid.
 */
export async function lockAllLocations(tx: Tx): Promise<LocationRow[]> {
  await sql`select pg_advisory_xact_lock_shared(${locationSetLock})`.execute(tx);
  await tx.selectFrom('location').select('id').orderBy('id').forNoKeyUpdate().execute();
  return listLocations(tx);
}

/** As `lockAllLocations`, for the existing locations with these ids. */
export async function lockLocations(tx: Tx, ids: readonly number[]): Promise<LocationRow[]> {
  const wanted = anyOf(ids);
  await tx.selectFrom('location').select('id').where('id', '=', wanted).orderBy('id').forNoKeyUpdate().execute();
  return (await selectLocations(tx).where('l.id', '=', wanted).orderBy('l.id').execute()).map(toRow);
}

/** As `lockLocations` for a location that is deleted: waits also for transactions that delete devices of it. */
export async function lockLocationForDeletion(tx: Tx, id: number): Promise<LocationRow | undefined> {
  await tx.selectFrom('location').select('id').where('id', '=', id).forUpdate().execute();
  return findLocation(tx, id);
}

export async function isKeyOfLocation(tx: Tx, publicKey: string): Promise<boolean> {
  const found = await tx.selectFrom('location').select('id').where('public_key', '=', publicKey).executeTakeFirst();
  return found !== undefined;
}

export async function insertLocation(
  tx: Tx,
  location: LocationFields & Pick<LocationRow, 'public_key'>,
  createdAt: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('location')
    .values({ ...location, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setLocation(tx: Tx, id: number, location: LocationFields): Promise<void> {
  await tx.updateTable('location').set(location).where('id', '=', id).execute();
}

/** Replaces the networks of the location with these, in this order. */
export async function setNetworks(tx: Tx, id: number, networks: readonly InterfaceAddress[]): Promise<void> {
  await tx.deleteFrom('location_network').where('location_id', '=', id).execute();
  await tx
    .insertInto('location_network')
    .values(networks.map(({ text }, position) => ({ location_id: id, position, address: text })))
    .execute();
}

/** Replaces the groups that may use the location. If empty, all users may use it. */
export async function setGroups(tx: Tx, id: number, groupIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('location_group').where('location_id', '=', id).execute();
  if (groupIds.length === 0) return;
  await tx
    .insertInto('location_group')
    .values(groupIds.map((groupId) => ({ location_id: id, group_id: groupId })))
    .execute();
}

/** Ids in ascending order. */
export async function listLocationsOfGroup(tx: Tx, groupId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('location_group')
    .select('location_id')
    .where('group_id', '=', groupId)
    .orderBy('location_id')
    .execute();
  return rows.map((row) => row.location_id);
}

/** Names of the locations that no other group may use, sorted. */
export async function listLocationsRestrictedToGroup(tx: Tx, groupId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('location as l')
    .innerJoin('location_group as x', 'x.location_id', 'l.id')
    .select('l.name')
    .where('x.group_id', '=', groupId)
    .where(
      sql<boolean>`not exists (select from location_group o where o.location_id = l.id and o.group_id <> x.group_id)`,
    )
    .orderBy('l.name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function deleteGroupFromLocations(tx: Tx, groupId: number): Promise<void> {
  await tx.deleteFrom('location_group').where('group_id', '=', groupId).execute();
}

/** Stores the locations of a group for its restoration, if the group is stored. */
export async function storeLocationsOfRemovedGroup(tx: Tx, groupId: number): Promise<void> {
  await sql`
    insert into removed_group_location (group_id, location_id)
    select x.group_id, x.location_id from location_group x join removed_group r on r.id = x.group_id
    where x.group_id = ${groupId}`.execute(tx);
}

/** Ids of those that still exist. */
export async function listLocationsOfRemovedGroup(tx: Tx, groupId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('removed_group_location')
    .select('location_id')
    .where('group_id', '=', groupId)
    .orderBy('location_id')
    .execute();
  return rows.map((row) => row.location_id);
}

/** Adds the group to the stored locations that have other allowed groups. Returns their ids. */
export async function addRemovedGroupToLocations(tx: Tx, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ location_id: number }>`
    insert into location_group (location_id, group_id)
    select r.location_id, r.group_id from removed_group_location r
    where r.group_id = ${groupId} and exists (select from location_group x where x.location_id = r.location_id)
    returning location_id`.execute(tx);
  return rows.map((row) => row.location_id);
}

export async function deleteLocation(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('location').where('id', '=', id).execute();
}
