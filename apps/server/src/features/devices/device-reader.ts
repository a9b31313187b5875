import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AssignmentRow, findAssignmentRow, listAssignmentRowsOf } from './assignment-rows.queries.ts';
import { canManageDevice, type Restrictions, requireManualConfiguration } from './devices.policy.ts';
import type { LastSeen } from './devices.present.ts';
import * as queries from './devices.queries.ts';
import { findManagedDevice } from './lock-device.ts';
import { findLocationUsage, type LocationUsage } from './usage.queries.ts';

export interface DeviceWithAssignments {
  readonly device: queries.DeviceRow;
  /** By location. */
  readonly assignments: readonly AssignmentRow[];
}

export interface DeviceReader {
  list(): ReturnType<typeof queries.listDevices>;
  /** Of both kinds; none when there is no such user. */
  listOf(username: string): Promise<queries.DeviceRow[]>;
  /** For the owner's page: without network devices, oldest first. */
  listWithAssignments(userId: number): Promise<(DeviceWithAssignments & { readonly seen: readonly LastSeen[] })[]>;
  /** @throws device_not_found also for another user's device, so that ids cannot be probed */
  get(actor: Actor, id: number): Promise<queries.DeviceRow>;
  /** @throws client_activation_only, device_not_found, location_not_found if the device is not assigned to it */
  getAssignment(actor: Actor, id: number, locationId: number): Promise<AssignmentRow>;
  /** How many users and devices would lose access with the location. @throws location_not_found */
  getUsage(locationId: number): Promise<LocationUsage>;
}

interface Dependencies {
  readonly db: Database;
  readonly restrictions: () => Promise<Restrictions>;
  /** The last connections of the devices of the user, at most one per device and location. */
  readonly lastSeen: (userId: number) => Promise<LastSeen[]>;
}

export function createDeviceReader({ db, restrictions, lastSeen }: Dependencies): DeviceReader {
  return {
    list: () => queries.listDevices(db),
    listOf: (username) => queries.listDevicesOf(db, username),
    async listWithAssignments(userId) {
      const [devices, ...details] = await Promise.all([
        queries.listUserDevices(db, userId),
        listAssignmentRowsOf(db, userId),
        lastSeen(userId),
      ]);
      const assignments = Map.groupBy(details[0], (place) => place.device_id);
      const seen = Map.groupBy(details[1], (last) => last.deviceId);
      return devices.map((device) => ({
        device,
        assignments: assignments.get(device.id) ?? [],
        seen: seen.get(device.id) ?? [],
      }));
    },
    get: (actor, id) => findManagedDevice(db, actor, id),
    async getAssignment(actor, id, locationId) {
      const [restricted, place] = await Promise.all([restrictions(), findAssignmentRow(db, id, locationId)]);
      requireManualConfiguration(actor, restricted);
      if (place && canManageDevice(actor, place)) return place;
      await findManagedDevice(db, actor, id);
      throw new DomainError('location_not_found');
    },
    async getUsage(locationId) {
      const usage = await findLocationUsage(db, locationId);
      if (!usage) throw new DomainError('location_not_found');
      return usage;
    },
  };
}
