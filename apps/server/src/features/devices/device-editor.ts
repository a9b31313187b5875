import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { lockAllLocations } from '../locations/index.ts';
import { lockUser, type UserRow } from '../users/index.ts';
import { type AssignmentRow, listAssignmentRows } from './assignment-rows.queries.ts';
import { listAssignments, lockLocationsOf } from './assignments.queries.ts';
import { deleteAuthKeys } from './auth-keys-of-devices.queries.ts';
import { deleteDevices } from './delete-devices.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import {
  type Restrictions,
  requireBelowDeviceLimit,
  requireDeviceManagement,
  requireManualConfiguration,
  requireNotSuspended,
  requireProofForDeviceOf,
} from './devices.policy.ts';
import * as queries from './devices.queries.ts';
import { lockWithOwner } from './lock-device.ts';
import { reassignDevices, signalAssignmentChanges } from './reassign-devices.ts';
import { type KeysOfPhone, registerAuthKey } from './register-auth-key.ts';
import { storeRemovedDevices } from './removed-devices.queries.ts';
import { requireUsableKey } from './usable-key.ts';

export interface DeviceChanges {
  readonly name: string;
  readonly publicKey: string;
  /** Null clears it. */
  readonly description: string | null;
}

interface DeviceWithAssignments {
  readonly device: queries.DeviceRow;
  /** By location. */
  readonly assignments: readonly AssignmentRow[];
}

export interface DeviceOfClient {
  readonly name: string;
  readonly publicKey: string;
}

export interface DeviceEditor {
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
   * The part of `add` for a client of the owner that proved itself to the caller, who has locked the owner.
   * @throws as `add`, except user_not_found and client_activation_only
   */
  addByClient(tx: Tx, origin: Origin, owner: UserRow, device: DeviceOfClient): Promise<DeviceWithAssignments>;
  /** As `registerAuthKey`. */
  registerAuthKey(tx: Tx, origin: Origin, owner: UserRow, keys: KeysOfPhone): Promise<void>;
  /**
   * @throws device_management_restricted, client_activation_only, device_not_found, no_location, public_key_invalid,
   * public_key_of_location, public_key_taken, device_name_taken, device_suspended
   */
  update(actor: Actor, origin: Origin, id: number, changes: DeviceChanges): Promise<queries.DeviceRow>;
  /**
   * The session of the caller can restore the device for a short time, unless it is a network device.
   * @throws device_management_restricted, device_not_found, device_suspended
   */
  remove(actor: Actor, origin: Origin, id: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly restrictions: (tx?: Tx) => Promise<Restrictions>;
}

export function createDeviceEditor({ db, events, clock, restrictions }: Dependencies): DeviceEditor {
  /** Adds a device. The caller has locked the owner. */
  async function insert(
    tx: Tx,
    origin: Origin,
    { id: ownerId, username }: Pick<UserRow, 'id' | 'username'>,
    { name, publicKey, isEnrolled }: DeviceOfClient & { readonly isEnrolled: boolean },
  ): Promise<DeviceWithAssignments> {
    const locations = await lockAllLocations(tx);
    await requireUsableKey(tx, publicKey);
    if (await queries.isSuspendedKey(tx, ownerId, publicKey)) throw new DomainError('device_suspended');
    const device = await queries.insertDevice(tx, {
      user_id: ownerId,
      kind: 'user',
      name,
      description: null,
      public_key: publicKey,
      configured: true,
      created_at: clock.now(),
    });
    await reassignDevices(tx, events, locations, [ownerId]);
    const added = { device: toDeviceSnapshot(device), owner: username, ...(isEnrolled && { enrolled: true as const }) };
    await events.publish(tx, 'device.added', origin, added);
    return { device, assignments: await listAssignmentRows(tx, [device.id]) };
  }

  return {
    async addByClient(tx, origin, owner, device) {
      const restricted = await restrictions(tx);
      requireDeviceManagement({ isAdmin: owner.is_admin }, restricted);
      if (!owner.is_active) throw new DomainError('user_disabled');
      requireBelowDeviceLimit({ isAdmin: owner.is_admin }, restricted, await queries.countUserDevices(tx, owner.id));
      return insert(tx, origin, owner, { ...device, isEnrolled: true });
    },
    registerAuthKey: (tx, origin, owner, keys) =>
      registerAuthKey(tx, origin, owner, keys, { events, clock, restrictions }),
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
        return insert(tx, origin, owner, { name, publicKey, isEnrolled: false });
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
          await deleteAuthKeys(tx, [id]);
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
        const { device, owner } = await lockWithOwner(tx, actor, id);
        requireNotSuspended(actor, device);
        const location = await findLocationName(tx, device);
        await lockLocationsOf(tx, [id]);
        if (actor.sessionId !== undefined) {
          await storeRemovedDevices(tx, { ids: [id], sessionId: actor.sessionId, at: clock.now() });
        }
        // a network device is deleted with its location, whose lock this transaction does not hold
        if ((await deleteDevices(tx, events, [id])) === 0) throw new DomainError('device_not_found');
        await events.publish(tx, 'device.removed', origin, { device: toDeviceSnapshot(device), owner, location });
      });
    },
  };
}

/** The name of the location of a network device. */
async function findLocationName(tx: Tx, { id, kind }: queries.DeviceRow): Promise<string | undefined> {
  if (kind !== 'network') return undefined;
  const [place] = await listAssignmentRows(tx, [id]);
  return place?.name;
}
