import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { lockAllLocations } from '../locations/index.ts';
import { listAssignments } from './assignments.queries.ts';
import { deleteAuthKeys } from './auth-keys-of-devices.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { type Restrictions, requireDeviceManagement, requireNotSuspended } from './devices.policy.ts';
import * as queries from './devices.queries.ts';
import { lockWithOwner } from './lock-device.ts';
import { signalAssignmentChanges } from './reassign-devices.ts';
import { deleteRemovedDevicesOf } from './removed-devices.queries.ts';

interface SuspendedNetworkDevices {
  readonly count: number;
  /** In ascending order. */
  readonly locationIds: readonly number[];
}

export interface DeviceSwitch {
  /**
   * Part of a larger change: switches off all user devices of the user. Returns how many. Removed ones can no longer be
   * restored, and the keys of phones are deleted.
   */
  switchOff(tx: Tx, userId: number): Promise<number>;
  /**
   * Part of an emergency stop: only administrators can switch on the devices that were added, or got another key, since
   * the instant.
   */
  suspend(tx: Tx, userId: number, since: Date): Promise<void>;
  /**
   * Part of an emergency stop, after `switchOff`: switches off the network devices whose key the user set since the
   * instant, also those of other owners. Only administrators can switch them on.
   */
  suspendNetworkDevices(tx: Tx, userId: number, since: Date): Promise<SuspendedNetworkDevices>;
  /** Does nothing if the device is switched on. @throws device_management_restricted, device_not_found, device_suspended */
  switchOn(actor: Actor, origin: Origin, id: number): Promise<queries.DeviceRow>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly restrictions: () => Promise<Restrictions>;
}

export function createDeviceSwitch({ db, events, clock, restrictions }: Dependencies): DeviceSwitch {
  return {
    async switchOff(tx, userId) {
      await queries.lockOwner(tx, userId);
      await deleteRemovedDevicesOf(tx, userId);
      await deleteAuthKeys(tx, await queries.listDeviceIdsOf(tx, [userId]));
      await lockAllLocations(tx);
      const stopped = await queries.stopUserDevices(tx, userId, clock.now());
      await signalAssignmentChanges(tx, events, await listAssignments(tx, stopped));
      return stopped.length;
    },
    suspend: (tx, userId, since) => queries.suspendDevicesOf(tx, userId, { since, at: clock.now() }),
    async suspendNetworkDevices(tx, userId, since) {
      const suspended = await queries.suspendNetworkDevicesOf(tx, userId, { since, at: clock.now() });
      const assignments = await listAssignments(tx, suspended);
      await signalAssignmentChanges(tx, events, assignments);
      return { count: suspended.length, locationIds: [...new Set(assignments.map((each) => each.location_id))] };
    },
    async switchOn(actor, origin, id) {
      requireDeviceManagement(actor, await restrictions());
      return inTransaction(db, async (tx) => {
        const { device, owner } = await lockWithOwner(tx, actor, id);
        if (device.stopped_at === null) return device;
        requireNotSuspended(actor, device);
        await queries.lockDevices(tx, [id]);
        await queries.clearStoppedAndSuspended(tx, id);
        await signalAssignmentChanges(tx, events, await listAssignments(tx, [id]));
        const after = { ...device, stopped_at: null, suspended_at: null };
        await events.publish(tx, 'device.switched-on', origin, { device: toDeviceSnapshot(after), owner });
        return after;
      });
    },
  };
}
