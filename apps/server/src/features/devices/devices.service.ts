import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import { parsePublicKey } from '@gatewarden/net/public-key';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { hasLocation, isKeyOfLocation, lockAllLocations } from '../locations/index.ts';
import { lockUser } from '../users/index.ts';
import { type AssignmentRow, listAssignmentRows } from './assignment-rows.queries.ts';
import { deleteAssignments, listAssignments } from './assignments.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import {
  canManageDevice,
  type Restrictions,
  requireBelowDeviceLimit,
  requireDeviceManagement,
  requireManualConfiguration,
  requireNotSuspended,
  requireProofForDeviceOf,
} from './devices.policy.ts';
import type { LastSeen } from './devices.present.ts';
import * as queries from './devices.queries.ts';
import { reassignDevices, signalAssignmentChanges } from './reassign-devices.ts';
import { findLocationUsage, type LocationUsage } from './usage.queries.ts';

export interface DeviceWithAssignments {
  readonly device: queries.DeviceRow;
  /** By location. */
  readonly assignments: readonly AssignmentRow[];
}

export interface DeviceChanges {
  readonly name: string;
  readonly publicKey: string;
  /** Null clears it. */
  readonly description: string | null;
}

export interface DevicesService {
  list(): ReturnType<typeof queries.listDevices>;
  /** Of both kinds; none when there is no such user. */
  listOf(username: string): Promise<queries.DeviceRow[]>;
  /** For the owner's page: without network devices, oldest first. */
  listWithAssignments(userId: number): Promise<(DeviceWithAssignments & { readonly seen: readonly LastSeen[] })[]>;
  /** @throws device_not_found also for another user's device, so that ids cannot be probed */
  get(actor: Actor, id: number): Promise<queries.DeviceRow>;
  /**
   * Adds the device with an address in every location that admits its owner, or not at all.
   * @throws device_management_restricted, user_not_found, client_activation_only, user_disabled, device_limit_reached, no_location,
   * public_key_invalid, public_key_of_location, public_key_taken, device_name_taken, address_pool_exhausted, device_suspended
   */
  add(
    actor: Actor,
    origin: Origin,
    device: { username: string; name: string; publicKey: string },
  ): Promise<DeviceWithAssignments>;
  /**
   * @throws device_management_restricted, client_activation_only, device_not_found, no_location, public_key_invalid,
   * public_key_of_location, public_key_taken, device_name_taken, device_suspended
   */
  update(actor: Actor, origin: Origin, id: number, changes: DeviceChanges): Promise<queries.DeviceRow>;
  /** @throws device_management_restricted, device_not_found, device_suspended */
  remove(actor: Actor, origin: Origin, id: number): Promise<void>;
  /** Part of a larger change: switches off all user devices of the user. Returns how many. */
  switchOff(tx: Tx, userId: number): Promise<number>;
  /**
   * Part of an emergency stop: only administrators can switch on the devices that were added, or got another key, since
   * the instant.
   */
  suspend(tx: Tx, userId: number, since: Date): Promise<void>;
  /** Does nothing if the device is switched on. @throws device_management_restricted, device_not_found, device_suspended */
  switchOn(actor: Actor, origin: Origin, id: number): Promise<queries.DeviceRow>;
  /** @throws client_activation_only, device_not_found, location_not_found if the device is not assigned to it */
  getAssignment(actor: Actor, id: number, locationId: number): Promise<AssignmentRow>;
  /** How many users and devices would lose access with the location. @throws location_not_found */
  getUsage(locationId: number): Promise<LocationUsage>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly restrictions: () => Promise<Restrictions>;
  /** The last connections of these devices, at most one per location. */
  readonly lastSeen: (deviceIds: readonly number[]) => Promise<LastSeen[]>;
}

export function createDevicesService(dependencies: Dependencies): DevicesService {
  const { db, events, clock, restrictions, lastSeen } = dependencies;

  async function find(reader: Database | Tx, actor: Actor, id: number): Promise<queries.DeviceRow> {
    const device = await queries.findDevice(reader, id);
    if (!device || !canManageDevice(actor, device)) throw new DomainError('device_not_found');
    return device;
  }

  /** Locks the owner, so that no other transaction changes or deletes the device. */
  async function lockWithOwner(tx: Tx, actor: Actor, id: number) {
    const { user_id } = await find(tx, actor, id);
    const owner = await queries.lockOwner(tx, user_id);
    const device = await queries.findDevice(tx, id);
    if (owner === undefined || !device) throw new DomainError('device_not_found');
    return { device, owner };
  }

  /** Locks the owner and all locations, in this order, so that the assignments of the device do not change. */
  async function lockWithLocations(tx: Tx, actor: Actor, id: number) {
    const locked = await lockWithOwner(tx, actor, id);
    await lockAllLocations(tx);
    return locked;
  }

  return {
    list: () => queries.listDevices(db),
    listOf: (username) => queries.listDevicesOf(db, username),
    async listWithAssignments(userId) {
      const devices = await queries.listUserDevices(db, userId);
      const ids = devices.map((device) => device.id);
      const assignments = Map.groupBy(await listAssignmentRows(db, ids), (place) => place.device_id);
      const seen = Map.groupBy(await lastSeen(ids), (last) => last.deviceId);
      return devices.map((device) => ({
        device,
        assignments: assignments.get(device.id) ?? [],
        seen: seen.get(device.id) ?? [],
      }));
    },
    get: (actor, id) => find(db, actor, id),
    async add(actor, origin, { username, name, publicKey }) {
      const restricted = await restrictions();
      requireDeviceManagement(actor, restricted);
      return inTransaction(db, async (tx) => {
        const owner = await lockUser(tx, username);
        if (!owner) throw new DomainError('user_not_found');
        requireProofForDeviceOf(actor, owner.id);
        requireManualConfiguration(actor, restricted);
        if (!owner.is_active && !actor.isAdmin) throw new DomainError('user_disabled');
        requireBelowDeviceLimit(actor, restricted, await queries.countUserDevices(tx, owner.id));
        const locations = await lockAllLocations(tx);
        await requireUsableKey(tx, publicKey);
        if (await queries.isSuspendedKey(tx, owner.id, publicKey)) throw new DomainError('device_suspended');
        const device = await queries.insertDevice(tx, {
          user_id: owner.id,
          kind: 'user',
          name,
          description: null,
          public_key: publicKey,
          configured: true,
          created_at: clock.now(),
        });
        await reassignDevices(tx, events, locations, [owner.id]);
        await events.publish(tx, 'device.added', origin, { device: toDeviceSnapshot(device), owner: owner.username });
        return { device, assignments: await listAssignmentRows(tx, [device.id]) };
      });
    },
    async update(actor, origin, id, { name, publicKey, description }) {
      const restricted = await restrictions();
      requireDeviceManagement(actor, restricted);
      requireManualConfiguration(actor, restricted);
      return inTransaction(db, async (tx) => {
        const { device: before, owner } = await lockWithOwner(tx, actor, id);
        await requireUsableKey(tx, publicKey);
        const isNewKey = before.public_key !== publicKey;
        if (isNewKey) {
          requireNotSuspended(actor, before);
          requireProofForDeviceOf(actor, before.user_id);
        }
        const changed = { name, description, public_key: publicKey };
        // With another key this waits for a transaction that assigns the device to a location (both lock its row): either
        // the assignments below include that one, or it sees the new key.
        const after = await queries.setDevice(tx, id, { ...changed, ...(isNewKey && { key_changed_at: clock.now() }) });
        // a network device is deleted with its location, whose lock this transaction does not hold
        if (!after) throw new DomainError('device_not_found');
        if (isNewKey) {
          await signalAssignmentChanges(tx, events, await listAssignments(tx, [id]));
        }
        if (isDeepStrictEqual(before, after)) return after;
        const changes = { before: toDeviceSnapshot(before), after: toDeviceSnapshot(after), owner };
        const location = await findLocationName(tx, before);
        await events.publish(tx, 'device.modified', origin, { ...changes, location });
        return after;
      });
    },
    async remove(actor, origin, id) {
      requireDeviceManagement(actor, await restrictions());
      await inTransaction(db, async (tx) => {
        const { device, owner } = await lockWithLocations(tx, actor, id);
        requireNotSuspended(actor, device);
        const location = await findLocationName(tx, device);
        await deleteDevices(tx, events, [id]);
        await events.publish(tx, 'device.removed', origin, { device: toDeviceSnapshot(device), owner, location });
      });
    },
    async switchOff(tx, userId) {
      await queries.lockOwner(tx, userId);
      await lockAllLocations(tx);
      const stopped = await queries.stopUserDevices(tx, userId, clock.now());
      await signalAssignmentChanges(tx, events, await listAssignments(tx, stopped));
      return stopped.length;
    },
    suspend: (tx, userId, since) => queries.suspendDevicesOf(tx, userId, { since, at: clock.now() }),
    async switchOn(actor, origin, id) {
      requireDeviceManagement(actor, await restrictions());
      return inTransaction(db, async (tx) => {
        const { device, owner } = await lockWithLocations(tx, actor, id);
        if (device.stopped_at === null) return device;
        requireNotSuspended(actor, device);
        await queries.clearStoppedAndSuspended(tx, id);
        await signalAssignmentChanges(tx, events, await listAssignments(tx, [id]));
        const after = { ...device, stopped_at: null, suspended_at: null };
        await events.publish(tx, 'device.switched-on', origin, { device: toDeviceSnapshot(after), owner });
        return after;
      });
    },
    async getAssignment(actor, id, locationId) {
      requireManualConfiguration(actor, await restrictions());
      const device = await find(db, actor, id);
      const [place] = await listAssignmentRows(db, [device.id], locationId);
      if (!place) throw new DomainError('location_not_found');
      return place;
    },
    async getUsage(locationId) {
      const usage = await findLocationUsage(db, locationId);
      if (!usage) throw new DomainError('location_not_found');
      return usage;
    },
  };
}

/** The name of the location of a network device. */
async function findLocationName(tx: Tx, { id, kind }: queries.DeviceRow): Promise<string | undefined> {
  if (kind !== 'network') return undefined;
  const [place] = await listAssignmentRows(tx, [id]);
  return place?.name;
}

/** Deletes devices and releases their addresses. The caller has locked the locations. */
export async function deleteDevices(tx: Tx, events: Events, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await events.signal(tx, 'devices.removing', { deviceIds: ids });
  const assignments = await listAssignments(tx, ids);
  await deleteAssignments(tx, assignments);
  await queries.deleteDevices(tx, ids);
  await signalAssignmentChanges(tx, events, assignments);
}

async function requireUsableKey(tx: Tx, publicKey: string): Promise<void> {
  const field = 'wireguard_pubkey';
  if (!(await hasLocation(tx))) throw new DomainError('no_location');
  if (parsePublicKey(publicKey) === undefined) throw new DomainError('public_key_invalid', { field });
  if (await isKeyOfLocation(tx, publicKey)) throw new DomainError('public_key_of_location', { field });
}
