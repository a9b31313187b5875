import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AssignmentRow, findAssignmentRow } from './assignment-rows.queries.ts';
import { canManageDevice, type Restrictions, requireManualConfiguration } from './devices.policy.ts';
import * as queries from './devices.queries.ts';
import { findManagedDevice } from './lock-device.ts';
import { findLocationUsage, type LocationUsage } from './usage.queries.ts';

export interface DeviceReader {
  list(): ReturnType<typeof queries.listDevices>;
  /** Of both kinds; none when there is no such user. */
  listOf(username: string): Promise<queries.DeviceRow[]>;
  /** @throws device_not_found also for a device that the caller cannot manage, so that ids cannot be probed */
  get(actor: Actor, id: number): Promise<queries.DeviceRow>;
  /** @throws client_activation_only, device_not_found, location_not_found if the device is not assigned to it */
  getAssignment(actor: Actor, id: number, locationId: number): Promise<AssignmentRow>;
  /** How many users and devices would lose access with the location. @throws location_not_found */
  getUsage(locationId: number): Promise<LocationUsage>;
}

interface Dependencies {
  readonly db: Database;
  readonly restrictions: () => Promise<Restrictions>;
}

export function createDeviceReader({ db, restrictions }: Dependencies): DeviceReader {
  return {
    list: () => queries.listDevices(db),
    listOf: (username) => queries.listDevicesOf(db, username),
    get: (actor, id) => findManagedDevice(db, actor, id),
    async getAssignment(actor, id, locationId) {
      // no restriction applies to administrators
      if (!actor.isAdmin) requireManualConfiguration(actor, await restrictions());
      const place = await findAssignmentRow(db, id, locationId);
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
