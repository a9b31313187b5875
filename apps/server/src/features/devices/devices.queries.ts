// Reads and locks user for who owns a device; users writes it. Reads location and location_session
// (of location-mfa) for assignments.
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { anyOf } from '../../platform/database/any-of.ts';
import type { ColumnNames } from '../../platform/database/columns.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import type { JsonRow } from '../../platform/database/json-rows.ts';
import { readById } from '../../platform/database/read-by-id.ts';
import { selectAssignments } from './assignment-rows.queries.ts';

export interface DeviceRow {
  readonly id: number;
  readonly user_id: number;
  readonly kind: 'user' | 'network';
  readonly name: string;
  readonly description: string | null;
  /** Null until a network device is set up on its command line. */
  readonly public_key: string | null;
  readonly configured: boolean;
  /** Since when it is switched off and may not connect; null: it is switched on. */
  readonly stopped_at: Date | null;
  /** Since when only an administrator can switch it on again, replace its key or delete it; null: its owner can. */
  readonly suspended_at: Date | null;
  readonly created_at: Date;
}

export type NewDeviceRow = Omit<DeviceRow, 'id' | 'stopped_at' | 'suspended_at'>;
export interface DeviceChanges extends Pick<DeviceRow, 'name' | 'description'> {
  readonly public_key: string;
  /** Only if the key changes. */
  readonly key_changed_at?: Date;
}

/** Interface reference §2: the placeholder for the key of a network device that is not set up yet. */
export const missingKey = 'NOT_CONFIGURED';

const columns = [
  'device.id',
  'device.user_id',
  sql<DeviceRow['kind']>`device.kind`.as('kind'),
  'device.name',
  'device.description',
  'device.public_key',
  'device.configured',
  'device.stopped_at',
  'device.suspended_at',
  'device.created_at',
] as const;

/** Of all users and both kinds, oldest first, in parts. */
export function listDevices(db: Database): AsyncGenerator<DeviceRow[], void, void> {
  return readById(db, listedColumns, (id, rows) =>
    db.selectFrom('device').select(columns).where('id', '>', id).orderBy('id').limit(rows),
  );
}

const listedColumns: ColumnNames<DeviceRow> = {
  plain: ['id', 'user_id', 'kind', 'name', 'description', 'public_key', 'configured'],
  instants: ['stopped_at', 'suspended_at', 'created_at'],
};

/** Of both kinds, oldest first; none when there is no such user. */
export function listDevicesOf(db: Database, username: string): Promise<DeviceRow[]> {
  return db
    .selectFrom('device')
    .innerJoin('user', 'user.id', 'device.user_id')
    .select(columns)
    .where('user.username', '=', username)
    .orderBy('device.id')
    .execute();
}

/** A subquery that returns the user devices of a user with their assignments by location, oldest first. */
export function userDevicesAsJson(db: Database, userId: Expression<number>) {
  const assignments = selectAssignments(db)
    .leftJoin('location_session as session', (join) =>
      join.onRef('session.device_id', '=', 'dl.device_id').onRef('session.location_id', '=', 'dl.location_id'),
    )
    .select('session.expires_at as mfa_expires_at')
    .where('dl.device_id', '=', sql.ref<number>('device.id'));
  return jsonArrayFrom(
    db
      .selectFrom('device')
      .leftJoin('device_poll_token as poll', 'poll.device_id', 'device.id')
      .leftJoin('device_auth_key as auth', 'auth.device_id', 'device.id')
      .select([
        ...columns,
        'poll.client',
        'poll.polled_at',
        sql<boolean>`auth.device_id is not null`.as('has_auth_key'),
      ])
      .select(jsonArrayFrom(assignments).as('assignments'))
      .where('user_id', '=', userId)
      .where('kind', '=', 'user')
      .orderBy('id'),
  );
}

/** A device as `userDevicesAsJson` returns it. */
export type UserDeviceJson = JsonRow<ReturnType<typeof userDevicesAsJson>>;

const selectDevice = compileOnce((db, id: number) =>
  db.selectFrom('device').select(columns).where('id', '=', id).compile(),
);

export async function findDevice(db: Database | Tx, id: number): Promise<DeviceRow | undefined> {
  return (await selectDevice(db, id))[0];
}

/** The owner's name. Locks the owner's row: no other transaction changes the user's access or devices until this one ends. */
export async function lockOwner(tx: Tx, userId: number): Promise<string | undefined> {
  const [owner] = await lockOwners(tx, [userId]);
  return owner?.username;
}

/** As `lockOwner`, for the ids that exist. */
export function lockOwners(tx: Tx, userIds: readonly number[]): Promise<{ id: number; username: string }[]> {
  return tx
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', '=', anyOf(userIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Locks devices that are switched on or deleted, so that all their assignments are known: a transaction that assigns one
 * of them to a location has ended, or waits and then sees the change. Returns those that exist.
 */
export async function lockDevices(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('device')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((device) => device.id);
}

/** Whether any of these users has a device. */
export async function hasDevices(tx: Tx, userIds: readonly number[]): Promise<boolean> {
  const found = await tx
    .selectFrom('device')
    .select('id')
    .where('user_id', '=', anyOf(userIds))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many user devices the user has. The caller has locked the owner's row, so no other transaction adds one. */
export async function countUserDevices(tx: Database | Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('device')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of the ids that exist, without network devices; by id. */
export function listUserDevices(tx: Tx, ids: readonly number[]): Promise<DeviceRow[]> {
  return tx
    .selectFrom('device')
    .select(columns)
    .where('id', '=', anyOf(ids))
    .where('kind', '=', 'user')
    .orderBy('id')
    .execute();
}

/** Ids of devices of both kinds. */
export async function listDeviceIdsOf(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const owned = anyOf(userIds);
  const devices = await tx.selectFrom('device').select('id').where('user_id', '=', owned).orderBy('id').execute();
  return devices.map((device) => device.id);
}

/** The network devices of the location, with their owners. */
export function listNetworkDevicesIn(
  tx: Tx,
  locationId: number,
): Promise<(DeviceRow & { username: string; location: string })[]> {
  return tx
    .selectFrom('device')
    .innerJoin('device_location', 'device_location.device_id', 'device.id')
    .innerJoin('location', 'location.id', 'device_location.location_id')
    .innerJoin('user', 'user.id', 'device.user_id')
    .select([...columns, 'user.username', 'location.name as location'])
    .where('device_location.location_id', '=', locationId)
    .where('device.kind', '=', 'network')
    .orderBy('device.id')
    .execute();
}

/** @throws device_name_taken, public_key_taken: the unique indexes decide, so one of two concurrent calls wins */
export function insertDevice(tx: Tx, device: NewDeviceRow): Promise<DeviceRow> {
  return tx.insertInto('device').values(device).returning(columns).executeTakeFirstOrThrow().catch(rethrowTaken);
}

/** @throws device_name_taken, public_key_taken */
export function setDevice(tx: Tx, id: number, changes: DeviceChanges): Promise<DeviceRow | undefined> {
  return tx
    .updateTable('device')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(rethrowTaken);
}

/** Switches off the user devices. Returns those that were switched on. */
export async function stopUserDevices(tx: Tx, userId: number, at: Date): Promise<number[]> {
  const stopped = await tx
    .updateTable('device')
    .set({ stopped_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('stopped_at', 'is', null)
    .returning('id')
    .execute();
  return stopped.map((device) => device.id).toSorted((a, b) => a - b);
}

/** Suspends the devices that the user added, or gave another key, since the instant; switched on or off. */
export async function suspendDevicesOf(
  tx: Tx,
  userId: number,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  await tx
    .updateTable('device')
    .set({ suspended_at: at })
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where(({ or, eb }) => or([eb('created_at', '>=', since), eb('key_changed_at', '>=', since)]))
    .where('suspended_at', 'is', null)
    .execute();
}

/**
 * Suspends and switches off the network devices whose key the user set since the instant, regardless of their owner. Returns those
 * that were not suspended.
 */
export async function suspendNetworkDevicesOf(
  tx: Tx,
  userId: number,
  { since, at }: { since: Date; at: Date },
): Promise<number[]> {
  const suspended = await tx
    .updateTable('device')
    .set({ suspended_at: at, stopped_at: sql`coalesce(stopped_at, ${at})` })
    .where('kind', '=', 'network')
    .where('public_key', 'is not', null)
    .where(({ or, and, eb }) =>
      or([eb('key_set_by', '=', userId), and([eb('key_set_by', 'is', null), eb('user_id', '=', userId)])]),
    )
    .where(({ or, eb }) => or([eb('created_at', '>=', since), eb('key_changed_at', '>=', since)]))
    .where('suspended_at', 'is', null)
    .returning('id')
    .execute();
  return suspended.map((device) => device.id).toSorted((a, b) => a - b);
}

export async function setKeySetBy(tx: Tx, id: number, userId: number): Promise<void> {
  await tx.updateTable('device').set({ key_set_by: userId }).where('id', '=', id).execute();
}

/** Whether a suspended device of the user has this key. */
export async function isSuspendedKey(tx: Tx, userId: number, publicKey: string): Promise<boolean> {
  const device = await tx
    .selectFrom('device')
    .select('id')
    .where('user_id', '=', userId)
    .where('public_key', '=', publicKey)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return device !== undefined;
}

export async function clearStoppedAndSuspended(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('device').set({ stopped_at: null, suspended_at: null }).where('id', '=', id).execute();
}

export async function deleteDevices(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('device').where('id', '=', anyOf(ids)).execute();
}

/** @throws device_name_taken, public_key_taken for the error of a unique index */
export function rethrowTaken(error: unknown): never {
  try {
    return rethrowUniqueViolationAs('device_public_key', 'public_key_taken', 'wireguard_pubkey')(error);
  } catch (other) {
    return rethrowUniqueViolationAs('device_owner_name', 'device_name_taken', 'name')(other);
  }
}
